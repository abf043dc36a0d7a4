from printed import D, cents, date, document, money, number


def expect(v):
    def usd(x):
        return money(x, "USD", "en_US")

    first, *address = v["client"].split("\n")
    lines = [f"{v['company']} Credit note", f"{first} Number {v['number']}"]
    lines += [f"{address[0]} For invoice {v['invoice']}", f"{address[1]} {date(v['issued'], 'en_US', 'long')}"]
    lines.append("Returned Quantity Price Amount")
    net = exact = D(0)
    for x in v["lines"]:
        amount = D(x["quantity"]) * D(x["price"])
        lines.append(f"{x['name']} {number(-D(x['quantity']), 'en_US')} {usd(x['price'])} {usd(-amount)}")
        net += cents(amount)
        exact += amount
    tax = cents(net * D(v["tax"]) / 100)
    fee = D(v["restocking"])
    lines.append(f"Net {usd(-net)}")
    lines.append(f"Sales tax {number(v['tax'], 'en_US')}% {usd(-tax)}")
    lines.append(f"Restocking fee +{usd(fee)}")
    lines.append(f"In accounts ({usd(net)})")
    lines.append(f"Credit {usd(fee - net - tax)}")
    lines.append(f"Rounding difference {usd(exact - net)}.")
    return document(lines)
