from printed import D, date, document, money


def expect(v):
    def eur(x):
        return money(x, "EUR", "fr_FR")

    lines = [v["restaurant"], date(v["day"], "fr_FR", "EEEE d MMMM")]
    cheapest = D(0)
    for course in dict.fromkeys(x["course"] for x in v["dishes"]):
        lines.append(course.upper())
        mine = [x for x in v["dishes"] if x["course"] == course]
        for x in mine:
            lines.append(f"{x['name']} {eur(x['price'])}")
            lines.append(x["about"] + (f" ({x['diet']})" if x.get("diet") else ""))
        cheapest += min(D(x["price"]) for x in mine)
    lines.append(f"Prix nets, service compris. Menu complet à {eur(cheapest)}.")
    return document(lines)
