/** The texts of the public pages that an owner can put in their own words, with Dugout's own until then. */

import { linksOf, readPlainText, type TextSection } from './plainText.ts'

export type PublicTextKey = 'terms' | 'membership-agreement' | 'home-cards' | 'coach-intro' | 'footer-links'

interface PublicText {
  readonly title: string
  /** Where it is read, and what it should say. */
  readonly about: string
  /** What may stand in braces in it. */
  readonly facts: readonly string[]
  /** Why a text cannot be shown where it belongs, in a sentence; null where it can. */
  readonly problem?: (sections: readonly TextSection[]) => string | null
  /** When the wording below last changed: change it together with the wording. */
  readonly day: string
  /** In the form of `readPlainText`. */
  readonly body: string
}

const ofFacility = ['name', 'city', 'contact']

export const MOST_CARDS = 6
const MOST_LINKS = 20
const LINK_FORM = 'like “- Team rules: https://example.com/rules” or “- Book a cage: /book-cage”'

export const publicTexts: Readonly<Record<PublicTextKey, PublicText>> = {
  'home-cards': {
    title: 'Home Cards',
    about:
      'What you offer, below the picture of the home page. Each heading begins a card; its link is an entry of a list.',
    facts: ofFacility,
    day: '2026-11-27',
    body: `Get your swings in

# Batting Cages
See what is free today, pick your cage and your half hours, and pay when you arrive.
- Book a cage: /book-cage

# Private Lessons
One player, one coach, one cage: lessons of 30, 60 or 90 minutes, for every age.
- Meet the coaches: /coaches

# Classes
Train with others, week after week, in small groups led by our coaches.
- See the classes: /classes`,
    problem(sections) {
      const cards = sections.filter(({ title }) => title !== '')
      if (cards.length < 1 || cards.length > MOST_CARDS || cards.length === sections.length)
        return `Write a line above the cards, then 1 to ${MOST_CARDS} cards, each below a heading.`
      const isWrong = ({ blocks }: TextSection) =>
        linksOf(blocks).length !== 1 ||
        blocks.some((block) => block.kind === 'list' && block.entries.length > 1)
      const wrong = cards.find(isWrong)
      return wrong ? `“${wrong.title}” needs one link and no other list, ${LINK_FORM}.` : null
    },
  },
  'coach-intro': {
    title: 'Coach Intro',
    about: 'The top of the Coaches page: its heading, and a line beside it.',
    facts: ofFacility,
    day: '2026-11-27',
    body: `# Meet Our Expert Coaches
Private lessons of 30, 60 or 90 minutes`,
    problem: ([first, ...others]) =>
      others.length > 0 ||
      !first ||
      first.title === '' ||
      first.blocks.length > 1 ||
      first.blocks[0]?.kind === 'list'
        ? 'Write one heading and one line below it.'
        : null,
  },
  'footer-links': {
    title: 'Footer Links',
    about: 'The quick links at the foot of every page, in place of the list of all pages.',
    facts: [],
    day: '2026-11-27',
    body: `- Home: /
- Book Cage: /book-cage
- Coaches: /coaches
- Camps: /camps
- Classes: /classes
- Membership: /membership
- Contact: /contact
- Terms: /terms`,
    problem(sections) {
      const blocks = sections.flatMap((section) => section.blocks)
      const links = linksOf(blocks)
      const isOnlyLinks =
        sections.every(({ title }) => title === '') &&
        blocks.every((block) => block.kind === 'list' && linksOf([block]).length === block.entries.length)
      return isOnlyLinks && links.length <= MOST_LINKS
        ? null
        : `Write up to ${MOST_LINKS} lines, each with a link ${LINK_FORM}.`
    },
  },
  // Spec 2 §2.
  'membership-agreement': {
    title: 'Membership Agreement',
    about:
      'What a member agrees to before signing up. Anyone who is signing up right now is asked to read it again.',
    facts: ['monthly_price', 'cage_discount', 'class_discount', 'notice', 'reservations'],
    day: '2026-11-27',
    body: `# What you get
Founders Unlimited gives you unlimited cage time during opening hours, subject to availability: as many bookings as you like, at the members' price. That is {cage_discount} off cage bookings. You also get {class_discount} off classes. Camps and private lessons are at their listed prices.

# Reservations
{reservations}

# What it costs
{monthly_price} per month, charged to your card on the day you join and on the same day of every month after that. It runs month-to-month. There is no sign-up fee.

# Canceling
Cancel in your account whenever you like. {notice} Your membership stays active until the end of the month that you have paid for.

# No refunds
A month that has been paid for is not refunded, in whole or in part.

# When a payment fails
We write to you, and your card is tried again over the following days. If it cannot be charged, the membership ends.

# House rules
The membership is for one person and cannot be passed on. The facility's rules and its terms and conditions apply to members as they do to everyone.`,
    problem: (sections) =>
      sections.some(({ title }) => title !== '') ? null : 'Write at least one part below a heading.',
  },
  // Spec 1 §2.8. Under Texas law a release must be conspicuous and name negligence expressly.
  terms: {
    title: 'Terms and Conditions',
    about: 'What everyone who books or signs up agrees to. Have your lawyer look at it.',
    facts: ofFacility,
    day: '2026-11-27',
    body: `# Assumption of risk
Baseball and softball are played with hard balls, hard bats and full swings. Training at {name} means being near all three, indoors and close together. The risks cannot be removed without removing the sport. They include:
- being hit by a pitched, batted, thrown or rebounding ball, or by a swung or thrown bat;
- slips, trips, falls, and collisions with people, nets, frames, machines or other equipment;
- pitching machines and other equipment that fail or behave in ways nobody expected;
- strains, sprains, cuts, broken bones and teeth, eye injuries and concussions; and,
- in rare cases, permanent disability or death.

You know these risks and choose to take part. You accept all of them, those listed and those not, for yourself and for every minor whom you bring, register or book for. You judge for yourself whether you or your child are fit for the activity, and you stop when something feels wrong or unsafe.

# Waiver and release
In return for being allowed to enter and train, you agree to the following for yourself, your minor children, and your and their heirs, estates and representatives, as far as the law allows.

! You release {name}, its owners, managers, employees, coaches, contractors, volunteers and landlords from all claims for injury, death, or loss of or damage to property that arise from entering or using the facility, including claims that arise from the negligence of any of them.

! You also agree to indemnify and hold them harmless against claims that others bring because of what you, or a minor whom you are responsible for, did or failed to do at the facility, including where their own negligence contributed.

This release does not cover gross negligence or intentional harm, or any claim that the law does not let you give up. Your belongings are your own responsibility: please leave valuables at home.

# Facility rules
Everyone follows these rules, players and spectators alike:
- **One person per cage.** Only one person may be inside a cage at a time, unless with an instructor. Everyone else waits outside the net.
- **Closed-toe shoes.** Wear closed-toe athletic shoes everywhere in the facility.
- **No cleats on turf.** Metal and molded cleats damage the turf. Turf shoes and flat-soled trainers are fine.
- **No practice swings outside cages.** Bats are swung inside a cage only, never in walkways, waiting areas or the parking lot.
- **Inspect equipment.** Check bats, helmets, balls, nets and machines before you use them. If something is damaged, do not use it and tell the staff.
- **Stay alert.** Watch for balls and bats at all times, keep your eyes on the machine when you are in the cage, and keep phones and headphones away.

Batters wear a helmet whenever a ball is pitched to them. Children are supervised by a responsible adult for as long as they are here. The staff of {name} may stop any activity and ask anyone to leave who breaks a rule or puts others at risk; what was booked for that time is then not refunded. You pay for damage that you, or a minor whom you are responsible for, cause through careless or improper use.

# Medical consent
If you or a minor whom you are responsible for is hurt or taken ill here, the staff of {name} may give first aid and call emergency services. Where a parent or guardian cannot be reached in time, you consent to emergency treatment and transport that medical professionals find necessary.

You pay the cost of such care, and you are responsible for your own medical insurance. Tell your coach before you train about any condition, allergy or injury that matters. Nobody at the facility is obliged to give medical care, and nothing said here is medical advice.

# Photo and marketing consent
Photos and videos are sometimes taken at the facility. You allow {name} to use those in which you, or a minor whom you are responsible for, can be seen, on its website, in social media and in other material about the facility, without payment. If you do not want that, say so for each person of your family in your account, tell the staff at the desk or contact us ({contact}): we leave you out, and take down what we control.

**Creating an account also signs you up for our newsletter**, with news, offers and openings. You can leave it at any time with the unsubscribe link in every issue, or by asking us ({contact}). Confirmations, changes and receipts for what you book are not marketing and reach you in any case.

# Governing law
These terms are governed by the laws of the State of Texas, without regard to its rules on conflicts of law. Any dispute about them, or about your use of the facility, is brought only in the state courts in {city}, Texas, that serve the county of that city, or in the federal court that sits there, and you accept that they have jurisdiction.

If a court finds one part of these terms invalid, the rest stays in force. We may change these terms; the date at the top says when we last did, and the terms in force on the day of your visit are the ones that count.

# Acknowledgment
By creating an account, booking, or taking part at {name} you confirm that:
- you have read these terms, understand them, and agree to them of your own free will;
- you understand that you are giving up legal rights, including the right to sue for negligence;
- you are at least 18 years old, or your parent or legal guardian has read these terms and agrees to them for you;
- if you book for a minor, you are the parent or legal guardian or have permission to agree on their behalf;
- nobody under 13 has an account: a parent or guardian adds younger children to their own account and enters what we keep about them. We send children no messages and no advertising.`,
  },
}

/** Why a text cannot be published, in a sentence; null where it can. */
export function problemOfText(key: PublicTextKey, body: string): string | null {
  return publicTexts[key].problem?.(readPlainText(body)) ?? null
}

/** What the placeholders of a public text stand for. */
export function textFacts(facility: {
  readonly name: string
  readonly city: string
  readonly email: string
  readonly phone: string
}): Record<'name' | 'city' | 'contact', string> {
  return {
    name: facility.name || 'the facility',
    city: facility.city || 'our city',
    contact: facility.email || facility.phone || 'the front desk',
  }
}
