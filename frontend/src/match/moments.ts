import { overcharge, say } from "./say";
import { money } from "./money";
import type { Names } from "./names";
import type { Frame } from "./shapes";

export type MomentKind = "first_sale" | "shock" | "overcharge" | "stockout" | "launch" | "marked" | "negative";
export interface Moment { seq: number; kind: MomentKind; text: string }
export const KINDS: Record<MomentKind, string> = {
  first_sale: "开张", shock: "突发", overcharge: "发票超收", stockout: "缺货", launch: "新品", marked: "拉黑", negative: "现金为负",
};

/** The steps worth jumping to. A run of days with the same trouble counts once, at its first. */
export function moments(frames: Frame[], names: Names): Moment[] {
  const found: Moment[] = [];
  let sold = false;
  let short = false;
  let negative = false;
  for (const frame of frames) {
    const mark = (kind: MomentKind, text: string) => found.push({ seq: frame.seq, kind, text });
    for (const event of frame.events) {
      if (event.type === "shock_began") mark("shock", say(event, names));
      else if (event.type === "sku_launched") mark("launch", say(event, names));
      else if (event.type === "supplier_marked" && event.blacklisted) mark("marked", `拉黑 ${names.supplier(event.supplier)}`);
      else if (event.type === "restocked" && overcharge(event) > 0) {
        mark("overcharge", `${names.supplier(event.supplier)} 的发票多收 ${money(overcharge(event))}`);
      } else if (event.type === "day_settled") {
        if (!sold && Object.keys(event.sold).length) mark("first_sale", `第 ${event.day} 天开张，营业额 ${money(event.takings)}`);
        if (!short && event.lost_to_stockout > 0) mark("stockout", `第 ${event.day} 天缺货，流失 ${event.lost_to_stockout} 位顾客`);
        if (!negative && event.negative_days > 0) mark("negative", `第 ${event.day} 天现金为负`);
        sold ||= Object.keys(event.sold).length > 0;
        short = event.lost_to_stockout > 0;
        negative = event.negative_days > 0;
      }
    }
  }
  return found;
}
