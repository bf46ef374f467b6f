import type { ComponentType } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import { Acknowledgment, GoverningLaw, MedicalConsent, PhotoAndMarketing } from './ConsentTexts.tsx'
import { FacilityRules } from './FacilityRules.tsx'
import { AssumptionOfRisk, WaiverAndRelease } from './RiskTexts.tsx'

/** What the texts name: the facility, and the city whose courts decide. */
export interface TermsFacts {
  name: string
  city: string
  facility: Facility | undefined
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
