import { phoneHref } from '../../components/phone.ts'
import '@mantine/core/styles/Spoiler.layer.css'
import { Spoiler } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import type { CoachProfile } from '../../../shared/contract/coaches.ts'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'
import { specialtiesOf } from '../coaches/specialties.ts'
import classes from './CoachIntroduction.module.css'

/** About eight lines: a long biography must not keep the start times off a phone's screen. */
const biographyHeight = 128

/** Who the coach is: photo, name, specialties, phone and bio (spec 1 §2.6). */
export function CoachIntroduction({ coach }: { coach: CoachProfile }) {
  const { name, bio, phone_number } = coach
  return (
    <section className={classes.introduction} aria-labelledby="coach-name">
      <CoachPortrait coach={coach} className={classes.portrait} />
      <div className={classes.facts}>
        <h1 id="coach-name" className={classes.name}>
          {name}
        </h1>
        <p className={classes.specialties}>
          <span className={classes.label}>Specialties: </span>
          {specialtiesOf(coach)}
        </p>
        {phone_number && (
          <a href={phoneHref(phone_number)} className={classes.phone}>
            <IconPhone size={18} aria-hidden />
            {phone_number}
          </a>
        )}
      </div>
      {bio && (
        <Spoiler
          maxHeight={biographyHeight}
          showLabel="Read more"
          hideLabel="Show less"
          className={classes.bio}
          classNames={{ control: classes.more ?? '' }}
        >
          {bio}
        </Spoiler>
      )}
    </section>
  )
}
