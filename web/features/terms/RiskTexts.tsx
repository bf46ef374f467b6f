import classes from './TermsPage.module.css'
import type { TermsFacts } from './termsSections.tsx'

/** What can happen, and that whoever comes knows it. */
export function AssumptionOfRisk({ name }: TermsFacts) {
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
export function WaiverAndRelease({ name }: TermsFacts) {
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
