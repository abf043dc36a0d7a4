from printed import D, date, document, number


def expect(v):
    recipient = v["recipient"].split("\n")
    lines = [f"Lieferschein {v['number']}", f"{recipient[0]} Wien, {date(v['sent'], 'de_AT', 'long')}", *recipient[1:]]
    for place, x in enumerate(v["items"], 1):
        # The number and the quantity stand between the two lines of the article.
        lines += [x["name"], f"{place} {number(x['quantity'], 'de_AT')} Stk."]
        lines.append(f"Charge {x['batch']} · mindestens haltbar bis {date(x['best'], 'de_AT', 'short')}")
        lines.append(x["ean"])
    lines.append(f"Stück gesamt {number(sum(D(x['quantity']) for x in v['items']), 'de_AT')}")
    pages = 2
    return document(lines, pages, foot=lambda page: [f"Seite {page} von {pages}"])
