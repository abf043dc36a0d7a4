from printed import D, cents, date, document, money, number

PRINCIPAL, RATE, PAYMENT = D("24000"), D("6.875"), D("425.33")


def make_values():
    months, balance, month = [], PRINCIPAL, 0
    while balance > 0:
        interest = cents(balance * RATE / 1200)
        principal = min(balance, PAYMENT - interest)
        balance -= principal
        due = f"{2027 + month // 12}-{month % 12 + 1:02d}-01"
        months.append({"due": due, "interest": str(interest), "principal": str(principal)})
        month += 1
    return {
        "borrower": "Noor Haddad",
        "principal": str(PRINCIPAL),
        "rate": str(RATE),
        "payment": str(PAYMENT),
        "months": months,
    }


ON_FIRST_PAGE = 34


def expect(v):
    def usd(x):
        return money(x, "USD", "en_US")

    header = "No. Due Payment Interest Principal Interest so far Balance"
    rate = number(v["rate"], "en_US", 3)
    lines = ["Amortisation schedule"]
    lines.append(
        f"{v['borrower']} borrows {usd(v['principal'])} at {rate}% a year and pays {usd(v['payment'])} a month."
    )
    paid = repaid = D(0)
    for place, x in enumerate(v["months"]):
        if place in (0, ON_FIRST_PAGE):
            lines.append(header)
        interest, principal = D(x["interest"]), D(x["principal"])
        paid += interest
        repaid += principal
        amounts = [interest + principal, interest, principal, paid, PRINCIPAL - repaid]
        lines.append(f"{place + 1} {date(x['due'], 'en_US')} {' '.join(map(usd, amounts))}")
    lines.append(f"Total {usd(paid + repaid)} {usd(paid)} {usd(repaid)}")
    return document(lines, 2, foot=lambda page: [f"{page} of 2"])
