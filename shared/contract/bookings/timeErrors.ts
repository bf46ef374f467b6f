/** What can be wrong with a time that is asked for, whatever is held at it. */
export const timeErrors = ['slot_unaligned', 'slot_in_past', 'slot_too_far_ahead', 'facility_closed'] as const
