from datetime import timedelta

from printed import D, cents, date, day, document, money, number, percent


def expect(v):
    def gbp(x):
        return money(x, "GBP", "en_GB")

    until = (day(v["issued"]) + timedelta(days=int(v["days"]))).isoformat()
    lines = [f"Quote for {v['client']}"]
    dates = f"{date(v['issued'], 'en_GB', 'long')}, valid until {date(until, 'en_GB', 'long')}"
    lines += [f"{v['company']}, {dates}", "Work Quantity Price Discount Amount"]
    total = full = D(0)
    for x in v["lines"]:
        quantity, price, discount = D(x["quantity"]), D(x["price"]), D(x["discount"])
        amount = cents(quantity * price * (100 - discount) / 100)
        total += amount
        full += cents(quantity * price)
        shown = percent(-discount / 100, "en_GB", 2) if discount else "–"
        lines.append(f"{x['name']} {number(quantity, 'en_GB')} {gbp(price)} {shown} {gbp(amount)}")
    extra = cents(total * D(v["extra"]) / 100)
    lines += [f"Sum {gbp(total)}", f"Discounts on lines {gbp(total - full)}"]
    lines.append(f"Discount on the order, {percent(D(v['extra']) / 100, 'en_GB')} {gbp(-extra)}")
    lines += [f"Total {gbp(total - extra)}", f"Deposit of a third {gbp((total - extra) / 3)}"]
    return document(lines)
