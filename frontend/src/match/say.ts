import { cents, money, signed } from "./money";
import { BARGAINS, ENDS, REFUSED, TOOLS, type Names } from "./names";
import type { Happening } from "./shapes";

/** What happened, in one Chinese line; "" for what needs none. */
export function say(event: Happening, names: Names): string {
  switch (event.type) {
    case "match_opened": return `开局：${event.days} 天，从 ${event.date} 开始`;
    case "day_opened": return "";
    case "shock_began": return `${event.name}，客流 ×${Number(event.factor)}`;
    case "sku_launched": return `新品上市：${event.name}`;
    case "searched": return event.query ? `搜索“${event.query}”` : "搜索全部行情";
    case "mail_sent": return `写信给 ${names.supplier(event.to)}：${event.subject || event.body.slice(0, 24)}`;
    case "mail_arrived":
      if (event.kind === "invoice") return ""; // stands with the order
      if (event.kind !== "reply") return `${event.from_name}：${event.subject}`;
      return `${event.from_name} 回信：${BARGAINS[event.outcome ?? event.topic ?? ""] ?? event.subject}`;
    case "inbox_read": return `读了 ${event.count} 封邮件`;
    case "price_set": return `${names.sku(event.sku)} 改价 ${money(event.before)} → ${money(event.price)}`;
    case "restock_previewed": return `试算 ${names.sku(event.sku)} ×${event.quantity}，${money(event.quoted_total)}${event.would_waste ? `，放不下 ${event.would_waste} 件` : ""}`;
    case "restocked": {
      const more = cents(event.charged_total) - cents(event.quoted_total);
      return `向 ${names.supplier(event.supplier)} 补货 ${names.sku(event.sku)} ×${event.quantity}，付 ${money(event.charged_total)}` +
        (more ? `（比报价${more > 0 ? "多" : "少"} ${money(Math.abs(more))}）` : "") + (event.delayed ? "，缺货待发" : "") + (event.wasted ? `，报废 ${event.wasted} 件` : "");
    }
    case "delivered": return `${names.supplier(event.supplier)} 补发到货：${names.sku(event.sku)} ×${event.quantity}（第 ${event.ordered_day} 天下的单）`;
    case "scrapped": return `放不下，报废 ${names.sku(event.sku)} ×${event.quantity}，损失 ${money(event.cost)}`;
    case "note_written": return `记笔记“${event.key}”`;
    case "notes_read": return "翻看笔记";
    case "supplier_marked": return event.blacklisted ? `拉黑 ${names.supplier(event.supplier)}${event.reason ? `：${event.reason}` : ""}` : `取消拉黑 ${names.supplier(event.supplier)}`;
    case "day_settled": return `第 ${event.day} 天结算：顾客 ${event.visitors}，营业额 ${money(event.takings)}，现金 ${money(event.cash)}`;
    case "refused": return `${TOOLS[event.tool] ?? event.tool}被拒：${REFUSED[event.code] ?? event.code}`;
    case "match_ended": return `比赛结束：${ENDS[event.end] ?? event.end}，净资产 ${money(event.score.net_worth)}`;
  }
}

export const overcharge = (event: Happening): number =>
  event.type === "restocked" ? cents(event.charged_total) - cents(event.quoted_total) : 0;

export const difference = (charged: string, quoted: string): string => signed(cents(charged) - cents(quoted));
