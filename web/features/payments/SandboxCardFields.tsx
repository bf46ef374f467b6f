import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFields } from '../../components/form/useFields.ts'
import formClasses from '../../components/formFields.module.css'
import { Grid, Text } from '../../ui/layout.tsx'
import type { CardFieldsProps } from './cardConfirmation.ts'
import classes from './SandboxCardFields.module.css'
import {
  brandOf,
  type CardValues,
  cardProblems,
  digitsOf,
  emptyCard,
  enteredCard,
  formatCardNumber,
  formatExpiry,
} from './sandboxCard.ts'
import { sandboxConfirmation } from './sandboxConfirmation.ts'

/** The sandbox's stand-in for Stripe's fields; it takes Stripe's test cards and sends them only to the sandbox. */
export default function SandboxCardFields(props: CardFieldsProps & { apiBase: string }) {
  const { apiBase, publishableKey, purpose, disabled, onReady, onFilled } = props
  const form = useFields(emptyCard, { check: cardProblems, checksLeft: true })
  const fill = (part: Partial<CardValues>) => {
    form.set(part)
    onFilled(Object.values({ ...form.values, ...part }).some(Boolean))
  }
  // The confirmation outlives this rendering and reads the card when it is sent.
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })

  useEffect(() => {
    const readCard = () => {
      const problems = latest.current.found()
      if (problems.length > 0) latest.current.showAtFields(problems)
      return problems.length > 0 ? null : enteredCard(latest.current.values)
    }
    const leaveFor = (url: string) => location.assign(url)
    onReady(sandboxConfirmation({ apiBase, publishableKey, readCard, leaveFor }, purpose))
  }, [apiBase, publishableKey, purpose, onReady])

  const brand = brandOf(form.values.number)
  const field = (name: keyof CardValues, format: (text: string) => string) => ({
    ...form.field(name),
    onChange: (event: { currentTarget: { value: string } }) =>
      fill({ [name]: format(event.currentTarget.value) }),
    disabled,
    classNames: { label: formClasses.label ?? '' },
  })

  return (
    <>
      <TextInput
        label="Card Number"
        placeholder="1234 1234 1234 1234"
        inputMode="numeric"
        autoComplete="cc-number"
        {...field('number', formatCardNumber)}
        rightSection={
          brand.name && (
            <Text as="span" tone="dim" size="sm" strong className={classes.brand}>
              {brand.name}
            </Text>
          )
        }
        rightSectionWidth="auto"
      />
      <Grid className={classes.row}>
        <TextInput
          label="Expiry Date"
          placeholder="MM / YY"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={9}
          {...field('expiry', formatExpiry)}
        />
        <TextInput
          label="Security Code"
          placeholder="CVC"
          inputMode="numeric"
          autoComplete="cc-csc"
          {...field('cvc', (text) => digitsOf(text).slice(0, brand.cvcLength))}
        />
      </Grid>
      <TextInput
        label="ZIP Code"
        placeholder="77701"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        {...field('postalCode', (text) => text.replace(/[^\d-]/g, ''))}
      />
      {!disabled && <TestCards onPick={(number) => fill(testCard(number))} />}
    </>
  )
}

/** A test card with the rest filled in: any date to come, any code and any ZIP code will do. */
const testCard = (number: string): CardValues => ({
  number: formatCardNumber(number),
  expiry: formatExpiry(`12${String(new Date().getUTCFullYear() + 3).slice(2)}`),
  cvc: '123',
  postalCode: '77701',
})

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
function TestCards({ onPick }: { onPick: (number: string) => void }) {
  return (
    <details className={classes.note}>
      <summary className={classes.summary}>
        Test payments: no real card is charged. See the test cards
      </summary>
      <ul className={classes.cards}>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <button type="button" className={classes.card} onClick={() => onPick(number)}>
              <Text as="span" strong numbers nowrap>
                {formatCardNumber(number)}
              </Text>{' '}
              {does}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
