from printed import D, date, document, number

HEADER = "Wirkstoff Handelsname Stärke Mo Mi Ab zN Am Tag Hinweis Grund"
TIMES = ["morning", "noon", "evening", "night"]


def expect(v):
    lines = [f"Medikationsplan für {v['patient']}, geb. am {date(v['born'], 'de_DE')}"]
    lines.append(f"Ausgedruckt von {v['doctor']} am {date(v['issued'], 'de_DE')}")
    for heading in dict.fromkeys(x.get("heading", "") for x in v["drugs"]):
        lines += [heading, HEADER] if heading else [HEADER]
        for x in v["drugs"]:
            if x.get("heading", "") == heading:
                lines += drug(x)
    return document(lines)


def drug(x):
    doses = [D(x[time]) for time in TIMES]
    amounts = " ".join(number(dose, "de_DE") for dose in [*doses, sum(doses)])
    first, *rest = lines_of(x.get("note", ""))
    yield " ".join(f"{x['agent']} {x['name']} {x['strength']} {amounts} {x['unit']} {first} {x['reason']}".split())
    yield from rest


def lines_of(note):
    """The column of notes is narrow."""
    return {"vor einer Mahlzeit spritzen": ["vor einer", "Mahlzeit", "spritzen"]}.get(note, [note])
