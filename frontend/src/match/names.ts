import type { Board } from "./shapes";

const DRAWN = new Set("cola sprite water chips snickers redbull oolong_tea energy_bar iced_coffee nuts".split(" "));
export const picture = (sku: string): string => `#g-${DRAWN.has(sku) ? sku : "box"}`;

/** "可乐 330ml" as "可乐": what fits on a price tag. */
export const short = (name: string): string => (name.split(", ").at(-1) ?? name).split(" ")[0] ?? name;

export interface Names { sku(id: string): string; supplier(id: string): string }

export function namesOf(board: Board | null): Names {
  const goods = new Map(board?.catalogue.map((item) => [item.sku, short(item.name)]));
  const people = new Map(board?.suppliers.map((one) => [one.id, one.name]));
  return { sku: (id) => goods.get(id) ?? id, supplier: (id) => people.get(id) ?? id };
}

export const ENDS: Record<string, string> = { completed: "期满", bankrupt: "破产", gave_up: "放弃", timed_out: "超时" };
export const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];
export const BARGAINS: Record<string, string> = {
  quote: "报价", quoted: "报价", accepted: "同意降价", refused: "没有让价", met: "没有让价", final: "不再让价", mixed: "部分让价",
};
export const REFUSED: Record<string, string> = {
  no_actions_left: "今天的行动用完了", no_searches_left: "今天的搜索用完了", supplier_unknown: "没有这家供应商", sku_unknown: "没有这种商品",
  price_out_of_range: "定价超出范围", quote_unknown: "没有这份报价", quote_expired: "报价已过期", quote_exhausted: "超过报价剩余数量",
  cash_short: "现金不够", notes_full: "笔记写满了", match_finished: "比赛已结束",
};
export const TOOLS: Record<string, string> = {
  web_search: "搜索行情", read_inbox: "读收件箱", send_email: "写信", set_price: "定价", restock: "补货", note_to_self: "记笔记",
  read_notes: "翻笔记", blacklist_supplier: "拉黑", end_day: "结束一天", give_up: "放弃", time_out: "超时",
};
