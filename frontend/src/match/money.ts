/** Money is text in dollars with two places; here it becomes cents for sums, and a price for people. */
export const cents = (text: string): number => Math.round(Number(text) * 100);

export function money(value: string | number): string {
  const amount = typeof value === "number" ? value : cents(value);
  const whole = Math.floor(Math.abs(amount) / 100);
  const rest = String(Math.abs(amount) % 100).padStart(2, "0");
  return `${amount < 0 ? "−" : ""}$${whole.toLocaleString("en-US")}.${rest}`;
}

export const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount));
export const share = (value: number | null): string => (value === null ? "—" : `${+(value * 100).toFixed(1)}%`);
