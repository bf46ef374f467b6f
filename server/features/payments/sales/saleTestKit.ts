import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/**
 * Makes random baskets at the desk and online, and then voids, refunds in part, in full and by item, and refunds that fail, in
 * transactions of fifty.
 */
export async function randomSales(db: Db, baskets: number, from = 0): Promise<void> {
  for (let done = from; done < from + baskets; done += 50) await fiftySales(db, done / 1_000_000)
}

const fiftySales = (db: Db, seed: number) =>
  sql`do $$
    declare
      basket uuid;
      payment uuid;
      refund uuid;
      item record;
      rest numeric;
      method text;
      rates numeric[] := array[0, 6.25, 8.25, 10, 8.875];
      by_item boolean;
    begin
      perform setseed(${sql.raw(String(seed))});
      for n in 1..50 loop
        basket := gen_random_uuid();
        method := (array['cash', 'cash', 'desk_card', 'other', 'card'])[1 + floor(random() * 5)];
        perform set_config('dugout.cash_tendered', case when random() < 0.5 then '' else '5000' end, true);
        for m in 1..1 + floor(random() * 4)::integer loop
          payment := gen_random_uuid();
          with made as (
            insert into payment_items (payment_transaction_id, amount)
            select payment, round((random() * 80)::numeric, 2) from generate_series(1, 1 + floor(random() * 3)::integer)
            returning amount
          ), rated as (
            select sum(amount) + case when random() < 0.1 then 3.33 else 0 end as total from made
          )
          insert into payment_transactions (
            id, payment_type, total_amount, payment_method, taken_at_desk, status, receipt_group, description
          )
          select payment, (array['cage_booking', 'lesson', 'camp_registration', 'membership', 'goods'])[1 + floor(random() * 5)],
            total, method, method <> 'card', 'completed', case when method <> 'card' then basket end, 'Random'
          from rated;
          update payment_items set good_name = 'Water', tax_class = 'goods', quantity = 2
          where payment_transaction_id = payment and (select payment_type from payment_transactions where id = payment) = 'goods';
          update payment_items set tax_percent = rates[1 + floor(random() * 5)] where payment_transaction_id = payment;
          update payment_items set tax = contained_tax(amount, tax_percent) where payment_transaction_id = payment;
        end loop;
        set constraints sale_insert, sale_update, sale_refund_insert, sale_refund_update immediate;
        set constraints sale_insert, sale_update, sale_refund_insert, sale_refund_update deferred;
        for payment, rest in
          select id, total_amount from payment_transactions
          where id in (select payment_transaction_id from sale_lines where sale_id = (select id from sales order by number desc limit 1))
        loop
          if method <> 'card' and random() < 0.2 then
            update payment_transactions set status = 'voided', voided_at = now() where id = payment;
            if random() < 0.2 then
              set constraints sale_update immediate;
              set constraints sale_update deferred;
              update payment_transactions set status = 'completed', voided_at = null where id = payment;
            end if;
          elsif random() < 0.4 then
            by_item := random() < 0.4;
            if by_item then
              for item in select * from payment_items where payment_transaction_id = payment and amount > 0 loop
                insert into payment_refunds (payment_transaction_id, payment_item_id, amount, reason, way, status)
                values (payment, item.id, case when random() < 0.5 then item.amount else round(item.amount / 3 + 0.01, 2) end,
                  'staff', case when method = 'card' then 'card' else 'desk' end, 'succeeded');
              end loop;
            else
              while rest > 0 loop
                insert into payment_refunds (payment_transaction_id, amount, reason, way, status)
                values (payment, case when random() < 0.4 then rest else least(rest, 0.01 + round((random() * 20)::numeric, 2)) end,
                  'staff', case when method = 'card' then 'card' else 'desk' end, 'pending')
                returning id, rest - amount into refund, rest;
                update payment_refunds set status = case when random() < 0.1 then 'failed' else 'succeeded' end where id = refund;
                exit when random() < 0.2;
              end loop;
            end if;
          end if;
          set constraints sale_update, sale_refund_insert, sale_refund_update immediate;
          set constraints sale_update, sale_refund_insert, sale_refund_update deferred;
        end loop;
      end loop;
    end $$`.execute(db)

/** Everything in which documents, payments, refunds and drawers disagree; the names of the rules that are broken. */
export async function disagreements(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'lines = total = tenders' as rule, sales.id::text from sales
    cross join lateral (
      select sum(total) as total, sum(net) as net, sum(tax) as tax from sale_lines where sale_id = sales.id
    ) lines
    where row(sales.total, sales.net, sales.tax, sales.total) is distinct from row(
      lines.total, lines.net, lines.tax, (select sum(amount) from sale_tenders where sale_id = sales.id)
    )
    union all
    select 'numbers have no gap', count(*)::text from sales having count(*) <> max(number) or min(number) <> 1
    union all
    select 'a payment is what its documents say', payment.id::text from payment_transactions payment
    where (case when status in ('completed', 'refunded') then total_amount else 0 end) <> documented(payment.id)
    union all
    select 'a refund is what its documents say', back.id::text from payment_refunds back
    cross join lateral (
      select coalesce(-sum(total), 0) as total, coalesce(-sum(tax), 0) as tax from sale_lines
      where payment_refund_id = back.id
    ) said
    where row(said.total, said.tax) is distinct from row(
      case when status = 'succeeded' then amount else 0 end, case when status = 'succeeded' then back.tax else 0 end
    )
    union all
    select 'tax of what is paid by rate', percent::text from (
      select tax_percent as percent, sum(tax) as tax from sale_lines where payment_refund_id is null group by 1
    ) said
    full join (
      select tax_percent as percent, sum(tax) as tax from payment_items item
      join payment_transactions payment on payment.id = item.payment_transaction_id
      where payment.status in ('completed', 'refunded') group by 1
    ) paid using (percent)
    where coalesce(said.tax, 0) <> coalesce(paid.tax, 0)
    union all
    select 'what came back in full leaves nothing of any rate', payment.id::text from payment_transactions payment
    where total_amount > 0 and total_amount = (
      select sum(amount) from payment_refunds where payment_transaction_id = payment.id and status = 'succeeded'
    ) and exists (
      select from sale_lines where payment_transaction_id = payment.id
      group by tax_percent having sum(tax) <> 0 or sum(total) <> 0
    )
    union all
    select 'drawers have the cash of their documents', coalesce(moved.shift, tendered.shift) from (
      select coalesce(shift_id::text, 'none') as shift, sum(amount) as amount from drawer_moves
      where kind in ('payment', 'void', 'refund') and method = 'cash' group by 1
    ) moved
    full join (
      select coalesce(shift_id::text, 'none') as shift, sum(amount) as amount from sale_tenders tender
      join sales on sales.id = tender.sale_id where method = 'cash' group by 1
    ) tendered on moved.shift = tendered.shift
    where coalesce(moved.amount, 0) <> coalesce(tendered.amount, 0)
    union all
    select 'closed drawers expected their float and the cash of their documents', shift.id::text from drawer_shifts shift
    where closed_at is not null and expected <> opening_float + (
      select coalesce(sum(amount), 0) from sale_tenders tender join sales on sales.id = tender.sale_id
      where shift_id = shift.id and method = 'cash'
    ) + (
      select coalesce(sum(amount), 0) from drawer_moves where shift_id = shift.id and kind in ('paid_in', 'paid_out')
    )
    union all
    select 'the dashboard has what the documents have', figures::text from (
      select sum(
        cage_revenue + lesson_revenue + class_revenue + camp_revenue + membership_revenue + goods_revenue
      ) as figures
      from figures_of(array(
        select facility_day(coalesce(completed_at, created_at)) from payment_transactions
        union select facility_day(created_at) from payment_refunds
      ))
    ) dashboard
    where figures <> (select sum(total) from sales) + (
      -- The dashboard has what is on its way back, too.
      select -coalesce(sum(amount), 0) from payment_refunds back
      join payment_transactions payment on payment.id = back.payment_transaction_id
      where back.status = 'pending' and payment.status in ('completed', 'refunded')
    )
    union all
    select 'the payments list has what the documents have', listed::text from (
      select coalesce(sum(total_amount), 0) - coalesce((
        select sum(amount) from payment_refunds where status = 'succeeded'
      ), 0) as listed
      from payment_transactions where status in ('completed', 'refunded')
    ) payments
    where listed <> (select coalesce(sum(total), 0) from sales)`.execute(db)
  return rows
}
