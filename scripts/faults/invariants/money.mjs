export function* moneyAddsUp() {}
