from printed import D, cents, date, document, money, number, percent


def expect(v):
    """EN 16931: amounts are rounded by line (BR-CO-10), taxes by rate (BR-CO-17)."""

    def eur(x):
        return money(x, "EUR", "en_IE")

    lines = [f"{v['seller']} Invoice {v['number']}", f"{v['buyer']} {date(v['issued'], 'en_IE', 'full')}"]
    lines.append("Item Quantity Price VAT Net")
    taxable = {}
    for x in v["lines"]:
        net = cents(D(x["quantity"]) * D(x["price"]))
        rate = D(x["rate"])
        taxable[rate] = taxable.get(rate, D(0)) + net
        price = f"€{number(x['price'], 'en_IE', 2, 4)}"
        quantity = f"{number(x['quantity'], 'en_IE')} {x['unit']}"
        lines.append(f"{x['name']} {quantity} {price} {percent(rate / 100, 'en_IE', 1)} {eur(net)}")
    total = sum(taxable.values())
    lines += [f"Sum of line amounts {eur(total)}", "VAT by rate Taxable amount Tax"]
    taxes = D(0)
    for rate, net in sorted(taxable.items()):
        tax = cents(net * rate / 100)
        taxes += tax
        lines.append(f"{percent(rate / 100, 'en_IE', 1)} {eur(net)} {eur(tax)}")
    lines += [f"Total tax {eur(total)} {eur(taxes)}", f"Amount due {eur(total + taxes)}"]
    return document(lines)
