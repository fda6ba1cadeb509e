const report = await (await fetch("/api/v1/dashboard")).json();
const amount = new Intl.NumberFormat(navigator.languages, { style: "currency", currency: report.currency });
document.getElementById("balance").textContent = amount.format(report.balanceMinor / 10 ** report.minorUnitDigits);
