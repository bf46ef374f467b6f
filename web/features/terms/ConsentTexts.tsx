import { Link } from '@tanstack/react-router'
import type { TermsFacts } from './termsSections.tsx'

/** What may be done when someone is hurt. */
export function MedicalConsent({ name }: TermsFacts) {
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
export function PhotoAndMarketing({ name, facility }: TermsFacts) {
  return (
    <>
      <p>
        Photos and videos are sometimes taken at the facility. You allow {name} to use those in which you, or
        a minor whom you are responsible for, can be seen, on its website, in social media and in other
        material about the facility, without payment. If you do not want that, tell the staff at the desk or{' '}
        <Link to="/contact">write to us</Link>: we leave you out, and take down what we control.
      </p>
      <p>
        <strong>Creating an account also signs you up for our newsletter</strong>, with news, offers and
        openings. You can leave it at any time with the unsubscribe link in every issue
        {facility && (
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
export function GoverningLaw({ city }: TermsFacts) {
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
export function Acknowledgment({ name }: TermsFacts) {
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
          behalf.
        </li>
      </ul>
    </>
  )
}
