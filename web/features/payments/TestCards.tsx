import { formatCardNumber } from './cardNumber.ts'
import classes from './SandboxCardFields.module.css'

/** Stripe's test numbers that the sandbox knows, by what they do. */
const testCards = [
  { number: '4242424242424242', does: 'Pays' },
  { number: '4000002500003155', does: 'Asks for 3-D Secure first' },
  { number: '4000000000000002', does: 'Is declined' },
  { number: '4000000000009995', does: 'Has insufficient funds' },
  { number: '4000000000000069', does: 'Has expired' },
  { number: '4000000000007007', does: 'Pays after a while' },
] as const

/** The cards to try things out with; pressing one fills in the form. */
export function TestCards({ onPick }: { onPick: (number: string) => void }) {
  return (
    <details className={classes.note}>
      <summary className={classes.summary}>
        Test payments: no real card is charged. See the test cards
      </summary>
      <ul className={classes.cards}>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <button type="button" className={classes.card} onClick={() => onPick(number)}>
              <span className={classes.number}>{formatCardNumber(number)}</span> {does}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
