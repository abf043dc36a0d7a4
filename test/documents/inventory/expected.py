from printed import D, cents, date, document, money, number

KINDS = ["Bolt", "Hex nut", "Washer", "Split pin", "Hinge", "Bracket", "Grub screw", "Rivet", "Dowel", "Spring"]
METALS = ["zinc", "brass", "steel", "A2", "A4"]


def make_values():
    items = []
    state = 1
    for place in range(5000):
        state = (state * 1103515245 + 12345) % 2**31
        items.append(
            {
                "sku": f"{place * 7919 % 100000:05d}-{state % 97:02d}",
                "name": f"{KINDS[state // 7 % 10]} {METALS[state // 11 % 5]} M{state // 13 % 20 + 2}",
                "shelf": f"{'ABCDEFGH'[state // 17 % 8]}{state // 19 % 40 + 1}",
                "count": str(state // 23 % 2500 if state // 29 % 12 else 0),
                "cost": str(D(state // 31 % 90000) / 1000),
            }
        )
    return {"warehouse": "Hall 3", "counted": "2026-12-31", "items": items}


ON_FIRST_PAGE = 44
ON_PAGE = 48


def expect(v):
    def gbp(x):
        return money(x, "GBP", "en_GB")

    items = v["items"]
    pieces = sum(D(x["count"]) for x in items)
    empty = sum(x["count"] == "0" for x in items)
    lines = ["Inventory of Hall 3"]
    stock = f"{number(len(items), 'en_GB')} articles, {number(pieces, 'en_GB')} pieces, {empty} are out of stock."
    lines.append(f"Counted on {date(v['counted'], 'en_GB', 'long')}. {stock}")
    total = D(0)
    for place, x in enumerate(items):
        if place == 0 or place >= ON_FIRST_PAGE and (place - ON_FIRST_PAGE) % ON_PAGE == 0:
            lines.append("No. SKU Article Shelf Count Cost Value")
        value = cents(D(x["count"]) * D(x["cost"]))
        total += value
        amounts = f"{number(x['count'], 'en_GB')} {gbp(x['cost'])} {gbp(value)}"
        lines.append(f"{number(place + 1, 'en_GB')} {x['sku']} {x['name']} {x['shelf']} {amounts}")
    lines.append(f"All articles {number(pieces, 'en_GB')} {gbp(total)}")
    pages = 1 + -(-(len(items) - ON_FIRST_PAGE) // ON_PAGE)
    return document(lines, pages, foot=lambda page: [f"Page {page} of {pages}"])
