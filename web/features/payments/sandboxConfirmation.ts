import {
  answerOfError,
  answerOfIntent,
  type CardAnswer,
  type CardConfirmation,
  type CardPurpose,
  intentIdOf,
  type ProviderError,
  type ProviderIntent,
} from './cardConfirmation.ts'

/** What the sandbox's form sends of a card. */
export interface EnteredCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly cvc: string
  readonly postalCode: string
}

interface SandboxIntent extends ProviderIntent {
  readonly next_action?: { readonly redirect_to_url?: { readonly url?: string | null } | null } | null
}

interface Sandbox {
  readonly apiBase: string
  readonly publishableKey: string
  /** The card in the fields, or null after showing what is wrong with it. */
  readonly readCard: () => EnteredCard | null
  /** Takes the whole window to the bank's page. */
  readonly leaveFor: (url: string) => void
}

/** The way of the sandbox's card form to the sandbox, which speaks Stripe's API (decision 18). */
export function sandboxConfirmation(sandbox: Sandbox, purpose: CardPurpose): CardConfirmation {
  const collection = purpose.kind === 'payment' ? 'payment_intents' : 'setup_intents'
  const address = `${sandbox.apiBase}/v1/${collection}/${intentIdOf(purpose.clientSecret)}`
  const credentials = { key: sandbox.publishableKey, client_secret: purpose.clientSecret }

  const retrieve = () => fetchIntent(`${address}?${new URLSearchParams(credentials)}`)
  const confirm = (card?: EnteredCard) =>
    fetchIntent(`${address}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        ...credentials,
        return_url: purpose.returnUrl,
        ...(card && cardFields(card)),
      }),
    })

  // An intent that was confirmed without a browser, as a membership's first payment is, has nowhere to return to: confirmed
  // again with the card that it has, it learns where.
  async function resume(): Promise<CardAnswer> {
    const intent = await retrieve()
    return goOn(asksTheBank(intent) && !bankPageOf(intent) ? await confirm() : intent, sandbox)
  }

  return {
    async confirm() {
      const card = sandbox.readCard()
      return card ? goOn(await confirm(card), sandbox) : { kind: 'invalid' }
    },
    resume,
    retrieve: async () => answerOf(await retrieve()),
  }
}

/** Follows the intent to the bank's page where it asks for that. */
function goOn(answer: SandboxAnswer, { leaveFor }: Sandbox): CardAnswer {
  const url = asksTheBank(answer) && bankPageOf(answer)
  if (!url) return answerOf(answer)
  leaveFor(url)
  return { kind: 'leaving' }
}

const asksTheBank = (answer: SandboxAnswer): answer is SandboxIntent =>
  'status' in answer && answer.status === 'requires_action'

const bankPageOf = (intent: SandboxIntent) => intent.next_action?.redirect_to_url?.url

type SandboxAnswer = SandboxIntent | { readonly error: ProviderError }

const answerOf = (answer: SandboxAnswer): CardAnswer =>
  'error' in answer ? answerOfError(answer.error) : answerOfIntent(answer)

async function fetchIntent(address: string, init?: RequestInit): Promise<SandboxAnswer> {
  const response = await fetch(address, { ...init, credentials: 'omit' })
  return (await response.json()) as SandboxAnswer
}

/** The card in the form-encoded words of Stripe's API. */
const cardFields = ({ number, expMonth, expYear, cvc, postalCode }: EnteredCard) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': String(expMonth),
  'payment_method_data[card][exp_year]': String(expYear),
  'payment_method_data[card][cvc]': cvc,
  'payment_method_data[billing_details][address][postal_code]': postalCode,
})
