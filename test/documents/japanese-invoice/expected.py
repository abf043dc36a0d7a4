from printed import D, date, document, money, number, percent


def expect(v):
    def yen(x):
        return money(x, "JPY", "ja_JP")

    taxable = {}
    for x in v["items"]:
        rate = int(x["rate"])
        taxable[rate] = taxable.get(rate, 0) + int(x["quantity"]) * int(x["price"])
    # The tax of each rate is rounded down, once.
    taxes = {rate: amount * rate // 100 for rate, amount in taxable.items()}
    lines = ["請　求　書", f"{v['to']}　御中 {v['from']}", f"登録番号 {v['number']}"]
    lines.append(f"発行日 {date(v['issued'], 'ja_JP', 'long')}")
    lines.append(f"ご請求金額（税込） {yen(sum(taxable.values()) + sum(taxes.values()))}")
    lines.append("品目 数量 単価 税率 金額")
    for x in v["items"]:
        amount = int(x["quantity"]) * int(x["price"])
        rate = percent(D(x["rate"]) / 100, "ja_JP")
        lines.append(f"{x['name']} {number(x['quantity'], 'ja_JP')}{x['unit']} {yen(x['price'])} {rate} {yen(amount)}")
    lines.append(f"小計 {yen(sum(taxable.values()))}")
    for rate in sorted(taxable, reverse=True):
        name = "軽減税率" if rate == 8 else "消費税"
        share = percent(D(rate) / 100, "ja_JP")
        lines.append(f"{name} {share}（対象 {yen(taxable[rate])}） {yen(taxes[rate])}")
    lines.append(f"お支払期限：{date(v['due'], 'ja_JP', 'full')}")
    return document(lines, spaceless=True)
