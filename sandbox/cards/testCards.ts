import { type Decline, declines } from './declines.ts'

/** The behaviour of a test card. Without any of these it succeeds. */
export interface TestCard {
  readonly number: string
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  readonly funding: 'credit' | 'debit'
  /** Stripe's predefined payment method for it. */
  readonly token?: string
  /** The decline of every charge. */
  readonly decline?: Decline
  /** Whether saving the card is declined too. False for a card that is declined only when it is charged. */
  readonly refusedOnSetup?: boolean
  /**
   * When the bank requires authentication (3-D Secure): every time; until it has been set up for later
   * payments; or for every payment on session, but not off session.
   */
  readonly authentication?: 'always' | 'until_set_up' | 'on_session'
  /** The payment stays `processing` for a while, and then ends like this. */
  readonly settles?: 'succeeded' | 'failed'
  /** A refund is first pending, or first succeeds and then fails. */
  readonly refunds?: 'pending' | 'fails'
  /** The cardholder disputes every charge at once. */
  readonly disputed?: true
  /** The result of the bank's check of the security code. */
  readonly cvcCheck?: 'fail'
}

type Behaviour = Omit<TestCard, 'number' | 'brand' | 'funding' | 'token'>

const card = (
  number: string,
  token: string | undefined,
  behaviour: Behaviour = {},
  brand: TestCard['brand'] = 'visa',
  funding: TestCard['funding'] = 'credit',
): TestCard => ({ number, brand, funding, ...(token ? { token } : {}), ...behaviour })

const refuses = (decline: Decline): Behaviour => ({ decline, refusedOnSetup: true })

/**
 * The subset of Stripe's documented test numbers that Dugout needs (docs.stripe.com/testing), and two of the
 * sandbox's own: at Stripe no card stays `processing`, only bank debits do.
 */
const cards: TestCard[] = [
  card('4242424242424242', 'pm_card_visa'),
  card('4000056655665556', 'pm_card_visa_debit', {}, 'visa', 'debit'),
  card('5555555555554444', 'pm_card_mastercard', {}, 'mastercard'),
  card('5105105105105100', 'pm_card_mastercard_prepaid', {}, 'mastercard', 'debit'),
  card('378282246310005', 'pm_card_amex', {}, 'amex'),
  card('6011111111111117', 'pm_card_discover', {}, 'discover'),
  card('4000000000000077', 'pm_card_bypassPending'),
  card('4000000000000101', 'pm_card_cvcCheckFail', { cvcCheck: 'fail' }),

  card('4000000000000002', 'pm_card_visa_chargeDeclined', refuses(declines.generic)),
  card(
    '4000000000009995',
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    refuses(declines.insufficientFunds),
  ),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', refuses(declines.lost)),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', refuses(declines.stolen)),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', refuses(declines.expired)),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', refuses(declines.incorrectCvc)),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', refuses(declines.processing)),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', refuses(declines.velocity)),
  card('4100000000000019', 'pm_card_radarBlock', { decline: declines.blocked }),
  card('4000000000000341', 'pm_card_chargeCustomerFail', { decline: declines.generic }),

  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', { authentication: 'until_set_up' }),
  card('4000002760003184', 'pm_card_authenticationRequired', { authentication: 'always' }),
  card('4000003800000446', 'pm_card_authenticationRequiredSetupForOffSession', {
    authentication: 'on_session',
  }),
  card('4000008260003178', 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', {
    authentication: 'on_session',
    decline: declines.insufficientFunds,
  }),
  card('4000000000003220', 'pm_card_threeDSecure2Required', { authentication: 'on_session' }),
  card('4000000000003063', 'pm_card_threeDSecureRequired', { authentication: 'on_session' }),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', {
    authentication: 'on_session',
    decline: declines.generic,
  }),
  card('4000008400001280', 'pm_card_threeDSecureRequiredProcessingError', {
    authentication: 'on_session',
    decline: declines.processing,
  }),
  card('4000000000003055', 'pm_card_threeDSecureOptional'),

  card('4000000000007726', 'pm_card_pendingRefund', { refunds: 'pending' }),
  card('4000000000005126', 'pm_card_refundFail', { refunds: 'fails' }),
  card('4000000000000259', 'pm_card_createDispute', { disputed: true }),

  card('4000000000007007', 'pm_sandbox_processing', { settles: 'succeeded' }),
  card('4000000000008005', 'pm_sandbox_processingFails', { settles: 'failed' }),
]

const byNumber = new Map(cards.map((each) => [each.number, each]))
const byToken = new Map(cards.flatMap((each) => (each.token ? [[each.token, each] as const] : [])))
// Stripe has two names for the generic decline.
const DECLINED = byToken.get('pm_card_visa_chargeDeclined')
if (DECLINED) byToken.set('pm_card_chargeDeclined', DECLINED)

export const testCardByNumber = (number: string): TestCard | undefined => byNumber.get(number)
export const testCardByToken = (token: string): TestCard | undefined => byToken.get(token)
