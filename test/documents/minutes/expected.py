from printed import date, document


def expect(v):
    names = [x["name"] for x in v["present"]]
    held = date(v["held"], "en_GB", "full")
    # The clocks went forward that morning: 18:30 UTC is 19:30 in London.
    lines = [f"Minutes of the {v['board']}", f"Held on {held} at 19:30"]
    lines.append(f"Present: {', '.join(names[:-1])} and {names[-1]}")
    for place, x in enumerate(v["points"], 1):
        lines += [f"{place}. {x['title']}", *x["text"].split("\n")]
        if "decision" in x:
            lines.append(f"Decided: {x['decision']} {x['for']} for, {x['against']} against")
    pages = 2
    return document(lines, pages, lambda page: [v["board"]], lambda page: [f"{page} / {pages}"])
