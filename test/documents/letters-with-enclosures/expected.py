from printed import D, cents, date, document, money

TENANTS = [
    ("Ayşe Demir", "Wohnung 1", "84.5", "2400", 90, 0),
    ("Jörg Öztürk-Weiß", "Wohnung 2", "61.2", "1650.75", 12, 3),
    ("Kim van der Berg", "Wohnung 3", "101", "9000", 41, 2),
    ("Ola Nowak", "Laden", "38.75", "0", 0, 0),
]
KINDS = ["Grundsteuer", "Wasser", "Müllabfuhr", "Hausmeister", "Gartenpflege", "Versicherung", "Strom im Treppenhaus"]


def make_values():
    tenants = []
    state = 7
    for name, flat, area, paid, costs, instalments in TENANTS:
        rows = []
        for place in range(costs):
            state = (state * 1103515245 + 12345) % 2**31
            day = f"2025-{place * 12 // max(costs, 1) + 1:02d}-{place % 28 + 1:02d}"
            amount = D(state // 11 % 90000 + 100) / 100
            rows.append({"what": f"{KINDS[state // 7 % 7]} {place + 1}", "day": day, "amount": str(amount)})
        dues = [{"due": f"2026-{3 * (n + 1):02d}-01", "amount": str(D(100 + 25 * n))} for n in range(instalments)]
        tenant = {"name": name, "flat": flat, "area": area, "paid": paid, "costs": rows, "instalments": dues}
        tenants.append(tenant)
    return {"landlord": "Wohnbau Linde eG", "year": "2025", "house": "285.45", "tenants": tenants}


HEADER = "Datum Kosten Haus Anteil"
ON_FIRST_PAGE = 35
ON_PAGE = 36


def expect(v):
    def eur(x):
        return money(x, "EUR", "de_DE")

    lines, feet = [], []
    for tenant in v["tenants"]:
        shares = [cents(D(x["amount"]) * D(tenant["area"]) / D(v["house"])) for x in tenant["costs"]]
        total, paid = sum(shares, D(0)), D(tenant["paid"])
        slips = tenant["instalments"]
        lines += [tenant["name"], tenant["flat"], f"Abrechnung der Nebenkosten {v['year']}"]
        lines += [f"Ihr Anteil: {eur(total)}", f"Gezahlt: {eur(paid)}"]
        lines.append(f"{'Nachzahlung' if total > paid else 'Guthaben'}: {eur(abs(total - paid))}")
        enclosed = f" und {len(slips)} Zahlscheine" if slips else ""
        lines.append(f"Anlagen: Aufstellung der Kosten{enclosed}")

        lines.append(f"Aufstellung für {tenant['flat']}")
        rows = list(zip(tenant["costs"], shares))
        # The last row and the total are on one page.
        printed = [f"{date(x['day'], 'de_DE')} {x['what']} {eur(x['amount'])} {eur(share)}" for x, share in rows]
        printed.append(f"Summe {eur(total)}")
        for place, line in enumerate(printed):
            if place == 0 or place >= ON_FIRST_PAGE and (place - ON_FIRST_PAGE) % ON_PAGE == 0:
                lines.append(HEADER)
            lines.append(line)
        tables = 1 + max(0, -(-(len(printed) - ON_FIRST_PAGE) // ON_PAGE))

        for place, slip in enumerate(slips):
            lines.append(f"Zahlschein {place + 1} von {len(slips)}")
            lines.append(f"{eur(slip['amount'])} bis zum {date(slip['due'], 'de_DE', 'long')}")
            lines.append(f"Verwendungszweck: {tenant['flat']}, Rate {place + 1}")

        whats = [v["landlord"], *["Aufstellung der Kosten"] * tables, *["Zahlschein"] * len(slips)]
        feet += [f"{what} {tenant['name']}: Seite {n} von {len(whats)}" for n, what in enumerate(whats, 1)]

    def foot(sheet):
        return [f"{feet[sheet - 1]} (Blatt {sheet} von {len(feet)})"]

    return document(lines, len(feet), foot=foot)
