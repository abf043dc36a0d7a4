from printed import D, date, document, money


def expect(v):
    def usd(x):
        return money(x, "USD", "en_US")

    rent, months = D(v["rent"]), int(v["months"])
    lines = ["Residential Lease"]
    lines.append(
        f"This lease is made between {v['landlord']} (“Landlord”) and {v['tenant']} (“Tenant”) for {v['place']}, "
        f"from {date(v['from'], 'en_US', 'long')} for {months} months, at a rent of {usd(rent)} "
        f"(one thousand eight hundred seventy-five dollars) a month and a deposit of "
        f"{usd(rent * int(v['deposit_months']))}. The rent of the whole term is {usd(rent * months)}."
    )
    for place, clause in enumerate(v["clauses"], 1):
        lines += [f"§ {place} {clause['title']}", clause["text"]]
    lines.append(f"{v['landlord']} {v['tenant']}")
    pages = 3
    return document(lines, pages, foot=lambda page: [f"Page {page} of {pages} · Initials ____ ____"])
