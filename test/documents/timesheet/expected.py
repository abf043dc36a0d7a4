from datetime import datetime

from babel import dates
from printed import D, document, money, number


def expect(v):
    lines = [f"Timesheet of {v['name']}", f"Week {v['week']}", "Day From Until Pause Hours"]
    pauses = minutes = 0
    for x in v["days"]:
        start, end = datetime.fromisoformat(x["from"]), datetime.fromisoformat(x["until"])
        worked = int((end - start).total_seconds()) // 60 - int(x["pause"])
        minutes += worked
        pauses += int(x["pause"])
        name = dates.format_date(start, "EEEE d MMM", locale="en_GB")
        hours = number(D(worked) / 60, "en_GB", 2, 2)
        lines.append(f"{name} {start:%H:%M} {end:%H:%M} {x['pause']} min {hours}")
    lines.append(f"Sum {pauses} min {number(D(minutes) / 60, 'en_GB', 2, 2)}")
    lines.append(f"Hours and minutes {minutes // 60} h {minutes % 60:02d} min")
    rate = D(v["rate"])
    lines.append(f"At {money(rate, 'GBP', 'en_GB')} an hour {money(D(minutes) / 60 * rate, 'GBP', 'en_GB')}")
    return document(lines)
