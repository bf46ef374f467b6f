import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import classes from './TermsPage.module.css'

/** When the wording last changed; change it together with the wording. */
export const termsUpdated = { day: '2026-11-22', text: 'November 22, 2026' }

/** Who is bound by the terms, and how they agree. */
export const acceptedBy = (name: string): string =>
  `These terms apply to everyone who enters, trains at or books with ${name}. Read them before you tick the box when ` +
  'you create an account, book, or step into a cage: each of these means that you agree. If you are under 18, a ' +
  'parent or legal guardian must read them and agree for you.'

/** What the texts name: the facility, and the city whose courts decide. */
interface TermsFacts {
  name: string
  city: string
  facility: Facility | undefined
}

/** The risks, and that the customer knows them. */
function AssumptionOfRisk({ name }: TermsFacts) {
  return (
    <>
      <p>
        Baseball and softball are played with hard balls, hard bats and full swings. Training at {name} means
        being near all three, indoors and close together. The risks cannot be removed without removing the
        sport. They include:
      </p>
      <ul>
        <li>being hit by a pitched, batted, thrown or rebounding ball, or by a swung or thrown bat;</li>
        <li>slips, trips, falls, and collisions with people, nets, frames, machines or other equipment;</li>
        <li>pitching machines and other equipment that fail or behave in ways nobody expected;</li>
        <li>strains, sprains, cuts, broken bones and teeth, eye injuries and concussions; and,</li>
        <li>in rare cases, permanent disability or death.</li>
      </ul>
      <p>
        You know these risks and choose to take part. You accept all of them, those listed and those not, for
        yourself and for every minor whom you bring, register or book for. You judge for yourself whether you
        or your child are fit for the activity, and you stop when something feels wrong or unsafe.
      </p>
    </>
  )
}

/** Set off from the rest: under Texas law a release must be conspicuous and name negligence expressly. */
function WaiverAndRelease({ name }: TermsFacts) {
  return (
    <>
      <p>
        In return for being allowed to enter and train, you agree to the following for yourself, your minor
        children, and your and their heirs, estates and representatives, as far as the law allows.
      </p>
      <p className={classes.conspicuous}>
        <strong>
          You release {name}, its owners, managers, employees, coaches, contractors, volunteers and landlords
          from all claims for injury, death, or loss of or damage to property that arise from entering or
          using the facility, including claims that arise from the negligence of any of them.
        </strong>
      </p>
      <p className={classes.conspicuous}>
        <strong>
          You also agree to indemnify and hold them harmless against claims that others bring because of what
          you, or a minor whom you are responsible for, did or failed to do at the facility, including where
          their own negligence contributed.
        </strong>
      </p>
      <p>
        This release does not cover gross negligence or intentional harm, or any claim that the law does not
        let you give up. Your belongings are your own responsibility: please leave valuables at home.
      </p>
    </>
  )
}

/** The rules of spec 1 §2.8, each with its reason or its exact meaning. */
const rules = [
  [
    'One person per cage.',
    'Only one person may be inside a cage at a time, unless with an instructor. Everyone else waits outside the net.',
  ],
  ['Closed-toe shoes.', 'Wear closed-toe athletic shoes everywhere in the facility.'],
  [
    'No cleats on turf.',
    'Metal and molded cleats damage the turf. Turf shoes and flat-soled trainers are fine.',
  ],
  [
    'No practice swings outside cages.',
    'Bats are swung inside a cage only, never in walkways, waiting areas or the parking lot.',
  ],
  [
    'Inspect equipment.',
    'Check bats, helmets, balls, nets and machines before you use them. If something is damaged, do not use it and tell the staff.',
  ],
  [
    'Stay alert.',
    'Watch for balls and bats at all times, keep your eyes on the machine when you are in the cage, and keep phones and headphones away.',
  ],
] as const

/** How everyone stays safe; the staff decides on the spot. */
function FacilityRules({ name }: TermsFacts) {
  return (
    <>
      <p>Everyone follows these rules, players and spectators alike:</p>
      <ul>
        {rules.map(([rule, meaning]) => (
          <li key={rule}>
            <strong>{rule}</strong> {meaning}
          </li>
        ))}
      </ul>
      <p>
        Batters wear a helmet whenever a ball is pitched to them. Children are supervised by a responsible
        adult for as long as they are here. The staff of {name} may stop any activity and ask anyone to leave
        who breaks a rule or puts others at risk; what was booked for that time is then not refunded. You pay
        for damage that you, or a minor whom you are responsible for, cause through careless or improper use.
      </p>
    </>
  )
}

/** What may be done when someone is hurt. */
function MedicalConsent({ name }: TermsFacts) {
  return (
    <>
      <p>
        If you or a minor whom you are responsible for is hurt or taken ill here, the staff of {name} may give
        first aid and call emergency services. Where a parent or guardian cannot be reached in time, you
        consent to emergency treatment and transport that medical professionals find necessary.
      </p>
      <p>
        You pay the cost of such care, and you are responsible for your own medical insurance. Tell your coach
        before you train about any condition, allergy or injury that matters. Nobody at the facility is
        obliged to give medical care, and nothing said here is medical advice.
      </p>
    </>
  )
}

/** Pictures, and the newsletter that comes with an account (spec 1 §2.8). */
function PhotoAndMarketing({ name, facility }: TermsFacts) {
  return (
    <>
      <p>
        Photos and videos are sometimes taken at the facility. You allow {name} to use those in which you, or
        a minor whom you are responsible for, can be seen, on its website, in social media and in other
        material about the facility, without payment. If you do not want that, say so for each person of your
        family in your account, tell the staff at the desk or <Link to="/contact">write to us</Link>: we leave
        you out, and take down what we control.
      </p>
      <p>
        <strong>Creating an account also signs you up for our newsletter</strong>, with news, offers and
        openings. You can leave it at any time with the unsubscribe link in every issue
        {facility?.email && (
          <>
            {' '}
            or by writing to <a href={`mailto:${facility.email}`}>{facility.email}</a>
          </>
        )}
        . Confirmations, changes and receipts for what you book are not marketing and reach you in any case.
      </p>
    </>
  )
}

/** Texas law, and the courts where the facility is (spec 1 §2.8). */
function GoverningLaw({ city }: TermsFacts) {
  return (
    <>
      <p>
        These terms are governed by the laws of the State of Texas, without regard to its rules on conflicts
        of law. Any dispute about them, or about your use of the facility, is brought only in the state courts
        in {city}, Texas, that serve the county of that city, or in the federal court that sits there, and you
        accept that they have jurisdiction.
      </p>
      <p>
        If a court finds one part of these terms invalid, the rest stays in force. We may change these terms;
        the date at the top says when we last did, and the terms in force on the day of your visit are the
        ones that count.
      </p>
    </>
  )
}

/** The last word: read, understood, agreed. */
function Acknowledgment({ name }: TermsFacts) {
  return (
    <>
      <p>By creating an account, booking, or taking part at {name} you confirm that:</p>
      <ul>
        <li>you have read these terms, understand them, and agree to them of your own free will;</li>
        <li>
          you understand that you are giving up legal rights, including the right to sue for negligence;
        </li>
        <li>
          you are at least 18 years old, or your parent or legal guardian has read these terms and agrees to
          them for you;
        </li>
        <li>
          if you book for a minor, you are the parent or legal guardian or have permission to agree on their
          behalf;
        </li>
        <li>
          nobody under 13 has an account: a parent or guardian adds younger children to their own account and
          enters what we keep about them. We send children no messages and no advertising.
        </li>
      </ul>
    </>
  )
}

/** The sections of spec 1 §2.8, in its order. */
export const termsSections: readonly { id: string; title: string; Text: ComponentType<TermsFacts> }[] = [
  { id: 'risk', title: 'Assumption of risk', Text: AssumptionOfRisk },
  { id: 'waiver', title: 'Waiver and release', Text: WaiverAndRelease },
  { id: 'rules', title: 'Facility rules', Text: FacilityRules },
  { id: 'medical', title: 'Medical consent', Text: MedicalConsent },
  { id: 'photos', title: 'Photo and marketing consent', Text: PhotoAndMarketing },
  { id: 'law', title: 'Governing law', Text: GoverningLaw },
  { id: 'acknowledgment', title: 'Acknowledgment', Text: Acknowledgment },
]
