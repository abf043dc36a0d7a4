from datetime import datetime

from printed import date, document


def expect(v):
    lines = []
    for place, x in enumerate(v["flights"], 1):
        departs, boards = (datetime.fromisoformat(x[key]) for key in ("departs", "boards"))
        lines += [f"{v['airline']} Boarding pass", f"{x['from']} {x['to']}", x["passenger"].upper()]
        lines.append("Flight Departs Boards Gate Seat")
        shown = date(x["departs"], "en_GB", "dd MMM")
        lines.append(f"{x['number']} {shown}, {departs:%H:%M} {boards:%H:%M} {x['gate']} {x['seat']}")
        lines.append(f"Group {x['group']} · {x['reference']} · sequence {place:03d}")
    return document(lines, len(v["flights"]), warnings=["TEXT_SHRUNK"])
