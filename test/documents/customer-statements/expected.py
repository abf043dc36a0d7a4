from printed import D, date, document, money

CUSTOMERS = [
    ("K-01", "Ashdown & Sons", "1 Mill Lane", 95),
    ("K-02", "Brightwater Ltd", "20 Quay Street", 8),
    ("K-03", "Café Zürich", "3 High Road", 47),
]


def make_values():
    entries = []
    state = 42
    for step in range(1, 96):
        for customer, _, _, count in CUSTOMERS:
            if step > count:
                continue
            state = (state * 1103515245 + 12345) % 2**31
            pays = state // 7 % 3 == 0
            amount = D(state // 11 % 90000 + 100) / 100
            what = f"Payment {state // 13 % 9000}" if pays else f"Invoice {2026000 + len(entries)}"
            day = f"2026-{(step - 1) // 8 + 1:02d}-{(step - 1) % 8 * 3 + 1:02d}"
            entries.append({"customer": customer, "day": day, "what": what, "amount": str(-amount if pays else amount)})
    customers = [{"id": id, "name": name, "address": address} for id, name, address, _ in CUSTOMERS]
    return {"company": "Larch Timber Supplies", "until": "2026-12-31", "customers": customers, "entries": entries}


HEADER = "Date Entry Debit Credit Balance"
ON_FIRST_PAGE = 33
ON_PAGE = 37


def expect(v):
    def gbp(x):
        return money(x, "GBP", "en_GB")

    lines, feet = [], []
    for customer in v["customers"]:
        mine = [x for x in v["entries"] if x["customer"] == customer["id"]]
        lines += [f"{customer['name']} Statement of account", customer["address"]]
        lines.append(f"Customer {customer['id']}, entries until {date(v['until'], 'en_GB', 'long')}")
        balance = D(0)
        for place, x in enumerate(mine):
            if place == 0 or place >= ON_FIRST_PAGE and (place - ON_FIRST_PAGE) % ON_PAGE == 0:
                lines.append(HEADER)
            amount = D(x["amount"])
            balance += amount
            lines.append(f"{date(x['day'], 'en_GB', 'dd MMM y')} {x['what']} {gbp(abs(amount))} {gbp(balance)}")
        lines.append(f"{'In your favour' if balance < 0 else 'Amount due'} {gbp(abs(balance))}")
        pages = 1 + max(0, -(-(len(mine) - ON_FIRST_PAGE) // ON_PAGE))
        feet += [(customer["name"], page, pages) for page in range(1, pages + 1)]

    def foot(sheet):
        name, page, pages = feet[sheet - 1]
        return [f"{v['company']} {name}: page {page} of {pages} (sheet {sheet} of {len(feet)})"]

    return document(lines, len(feet), foot=foot)
