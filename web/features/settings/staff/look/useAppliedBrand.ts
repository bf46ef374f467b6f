import { useEffect } from 'react'
import { brandRules } from '../../../../../shared/domain/facility/brandColor.ts'

/** A color that was just saved, also in this document, whose head says the one of before (server/http/pages/pageHead.ts). */
export function useAppliedBrand(saved: string | undefined): void {
  useEffect(() => {
    const style = document.getElementById('brand')
    if (style && saved !== undefined) style.textContent = saved && brandRules(saved)
  }, [saved])
}
