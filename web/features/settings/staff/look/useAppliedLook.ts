import { useEffect } from 'react'
import type { CompleteSettings } from '../../../../../shared/contract/facility/facilitySettings.ts'
import { brandRules } from '../../../../../shared/domain/facility/brandColor.ts'
import { writeDatesIn } from '../../../../../shared/domain/time/timeFormat.ts'

/** What was just saved, also in this document, whose head says what was before (server/http/pages/pageHead.ts). */
export function useAppliedLook(saved: CompleteSettings | undefined): void {
  const { brand_color, date_language } = saved ?? {}
  useEffect(() => {
    const style = document.getElementById('brand')
    if (style && brand_color !== undefined) style.textContent = brand_color && brandRules(brand_color)
  }, [brand_color])
  useEffect(() => {
    if (date_language) writeDatesIn(date_language)
  }, [date_language])
}
