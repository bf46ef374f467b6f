import { useEffect } from 'react'
import type { Facility } from '../../../shared/contract/facility.ts'
import type { SelectedSlot } from '../../../shared/domain/selection.ts'
import { slotName } from '../../components/slotName.ts'
import { toast } from '../../ui/toast.ts'

/** Takes slots that were booked by others or have begun out of the selection, and says which; not while `held`. */
export function useLostSlots(
  lost: readonly SelectedSlot[],
  {
    held,
    facility,
    remove,
  }: { held: boolean; facility: Facility; remove: (slots: readonly SelectedSlot[]) => void },
): void {
  useEffect(() => {
    if (held || lost.length === 0) return
    const names = lost.map((slot) => slotName(slot, facility)).join('; ')
    toast.info(`No longer available and taken out of your selection: ${names}.`)
    remove(lost)
  }, [lost, held, facility, remove])
}
