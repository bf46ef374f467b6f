import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TrainingClass } from '../../../shared/contract/programs/classes.ts'
import { formatDollars, formatPrice } from '../../../shared/domain/money/money.ts'
import { priceClassSessions } from '../../../shared/domain/programs/classPrice.ts'
import { scheduleLine } from '../../../shared/domain/programs/classSchedule.ts'
import { hoursBeforeStart } from '../../../shared/domain/programs/registrationPolicy.ts'
import { Box, Heading, Row, Text, textLink } from '../../ui/layout.tsx'
import { ReadMore } from '../../ui/ReadMore.tsx'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'
import classes from './ClassPage.module.css'

interface ClassIntroductionProps {
  trainingClass: TrainingClass
  /** Percent off for this person; 0 without a membership. */
  discountPercent: number
  /** Percent that members get off. */
  memberPercent: number
  /** Hours before its start until which a session can be canceled online. */
  cutoffHours: number
}

/** What the class is: coach, age group, price per class, max spots, week and about text (spec 2 §2). */
export function ClassIntroduction(props: ClassIntroductionProps) {
  const { trainingClass, discountPercent, memberPercent, cutoffHours } = props
  const {
    name,
    coach_profile: coach,
    age_group,
    max_spots,
    class_schedules,
    description,
    what_to_bring,
  } = trainingClass
  return (
    <section className={classes.introduction} aria-labelledby="class-name">
      <CoachPortrait
        coach={coach ? { ...coach, name: coach.full_name } : { name, profile_image_url: null }}
        className={classes.portrait}
        sizes="(width < 62em) 8rem, 24rem"
      />
      <Box shrinks>
        <Text as="h1" breaks id="class-name" className={classes.name}>
          {name}
        </Text>
        {coach && (
          <Text breaks>
            with{' '}
            {coach.is_active ? (
              <Link to="/book-coach/$coachId" params={{ coachId: coach.id }} className={textLink}>
                {coach.full_name}
              </Link>
            ) : (
              coach.full_name
            )}
          </Text>
        )}
      </Box>
      <Row as="dl" align="stretch" apart className={classes.facts}>
        {age_group && <Fact name="Age group">{age_group}</Fact>}
        <Fact name="Price per class">
          <ClassPrice trainingClass={trainingClass} discountPercent={discountPercent} />
        </Fact>
        <Fact name="Max spots">{max_spots}</Fact>
        {class_schedules.length > 0 && (
          <Fact name="Every week" className={classes.week}>
            {class_schedules.map((schedule) => (
              <Text as="span" block key={`${schedule.day_of_week} ${schedule.start_time}`}>
                {scheduleLine(schedule)}
              </Text>
            ))}
          </Fact>
        )}
      </Row>
      {discountPercent === 0 && memberPercent > 0 && trainingClass.price > 0 && (
        <MemberHint percent={memberPercent} />
      )}
      <Text tone="dim" className={classes.hint}>
        {trainingClass.price > 0 ? 'Full refund when you cancel a session' : 'You can cancel a session'} in
        your account until {hoursBeforeStart(cutoffHours)}.
      </Text>
      {what_to_bring && (
        <div className={classes.about}>
          <Heading below={4}>What to Bring</Heading>
          <Text breaks>{what_to_bring}</Text>
        </div>
      )}
      {description && (
        <div className={classes.about}>
          <Heading below={4}>About This Class</Heading>
          <ReadMore text={description} />
        </div>
      )}
    </section>
  )
}

function Fact({
  name,
  className,
  children,
}: {
  name: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={`${classes.fact} ${className ?? ''}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The price of one session; for a member also the normal price, struck through. */
function ClassPrice({
  trainingClass,
  discountPercent,
}: Pick<ClassIntroductionProps, 'trainingClass' | 'discountPercent'>) {
  const { subtotal, discount, total } = priceClassSessions([trainingClass.price], discountPercent)
  if (discount === 0) return formatPrice(total)
  return (
    <>
      <VisuallyHidden>Member price </VisuallyHidden>
      <Text as="strong" tone="accent">
        {formatPrice(total)}
      </Text>{' '}
      <VisuallyHidden>instead of </VisuallyHidden>
      <Text as="s" tone="dim" lighter>
        {formatDollars(subtotal)}
      </Text>
    </>
  )
}

function MemberHint({ percent }: { percent: number }) {
  return (
    <Text tone="dim" className={classes.hint}>
      Members get {percent}% off every class.{' '}
      <Link to="/membership" className={textLink}>
        Membership
      </Link>
    </Text>
  )
}
