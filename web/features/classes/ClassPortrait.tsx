import type { TrainingClass } from '../../../shared/contract/classes.ts'
import { CoachPortrait } from '../coaches/CoachPortrait.tsx'

interface ClassPortraitProps {
  trainingClass: TrainingClass
  className: string | undefined
}

/** The picture of the class's coach; the initials of the class's name if it has no coach. */
export function ClassPortrait({ trainingClass, className }: ClassPortraitProps) {
  const { name, coach_profile: coach } = trainingClass
  return (
    <CoachPortrait
      coach={{ name: coach?.full_name ?? name, profile_image_url: coach?.profile_image_url ?? null }}
      className={className}
    />
  )
}
