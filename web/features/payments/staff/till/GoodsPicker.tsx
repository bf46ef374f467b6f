import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { Good } from '../../../../../shared/contract/payments/till.ts'
import { centsFromDollars, formatDollars, formatRate } from '../../../../../shared/domain/money/money.ts'
import { type SalesTax, taxIn, withTax } from '../../../../../shared/domain/money/salesTax.ts'
import { Grid, Text } from '../../../../ui/layout.tsx'
import classes from './Till.module.css'

/** How many of each are sold, by id. */
export type Basket = Readonly<Record<string, number>>

export interface BasketLine {
  readonly good: Good
  readonly quantity: number
  /** Dollars for all of them, with tax. */
  readonly amount: number
  readonly tax: number
  readonly tax_percent: number
}

/** What is in the basket, priced as the server does: taxed once a line. */
export const basketLines = (
  goods: readonly Good[],
  basket: Basket,
  taxFor: (good: Good) => SalesTax,
): BasketLine[] =>
  goods.flatMap((good) => {
    const quantity = basket[good.id] ?? 0
    if (quantity === 0) return []
    const tax = taxFor(good)
    const cents = withTax(centsFromDollars(good.price) * quantity, tax)
    return [
      { good, quantity, amount: cents / 100, tax: taxIn(cents, tax.percent) / 100, tax_percent: tax.percent },
    ]
  })

interface GoodsPickerProps {
  goods: readonly Good[]
  lines: readonly BasketLine[]
  disabled: boolean
  onChange: (good: Good, quantity: number) => void
}

/** One press sells one more of it; what is in the basket can be lessened. */
export function GoodsPicker({ goods, lines, disabled, onChange }: GoodsPickerProps) {
  if (goods.length === 0) return null
  const quantityOf = (good: Good) => lines.find((line) => line.good.id === good.id)?.quantity ?? 0
  return (
    <section className={classes.group} aria-label="Goods">
      <header>
        <h3>Goods</h3>
      </header>
      {lines.length > 0 && (
        <ul className={classes.basket} aria-label="In the basket">
          {lines.map(({ good, quantity, amount }) => (
            <li key={good.id}>
              <button
                type="button"
                disabled={disabled}
                aria-label={`One ${good.name} less`}
                onClick={() => onChange(good, quantity - 1)}
              >
                <IconMinus size={16} aria-hidden />
              </button>
              <Text as="span" strong breaks grow shrinks className={classes.name}>
                {quantity} × {good.name}
              </Text>
              <strong>{formatDollars(Math.round(amount * 100))}</strong>
            </li>
          ))}
        </ul>
      )}
      <Grid gap={8} className={classes.goods}>
        {goods.map((good) => {
          const quantity = quantityOf(good)
          const isOut = good.count !== null && good.count <= quantity
          return (
            <button
              key={good.id}
              type="button"
              className={classes.good}
              disabled={disabled || isOut || quantity >= 99}
              onClick={() => onChange(good, quantity + 1)}
            >
              <IconPlus size={16} aria-hidden />
              <span>{good.name}</span> <span>{formatRate(centsFromDollars(good.price))}</span>
              {isOut && <small>{good.count === 0 ? 'Sold out' : `Only ${good.count} left`}</small>}
            </button>
          )
        })}
      </Grid>
    </section>
  )
}
