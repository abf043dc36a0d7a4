from printed import D, cents, date, document, in_digits, money, number, percent


def expect(v):
    def egp(x):
        return money(x, "EGP", "ar_EG")

    lines = [f"{v['company']} فاتورة ضريبية", f"{v['client']} رقم {v['number']}"]
    lines += [f"التاريخ: {date(v['issued'], 'ar_EG', 'long')}", "م الصنف الكمية السعر المبلغ"]
    net = D(0)
    for place, x in enumerate(v["items"], 1):
        amount = D(x["quantity"]) * D(x["price"])
        net += cents(amount)
        quantity = number(x["quantity"], "ar_EG")
        lines.append(f"{in_digits(str(place), 'ar_EG')} {x['name']} {quantity} {egp(x['price'])} {egp(amount)}")
    tax = cents(net * D(v["vat"]) / 100)
    lines.append(f"الصافي {egp(net)}")
    lines.append(f"ضريبة القيمة المضافة {percent(D(v['vat']) / 100, 'ar_EG')} {egp(tax)}")
    lines += [f"الإجمالي {egp(net + tax)}", "شكراً لتعاملكم معنا."]
    return document(lines, rtl=True)
