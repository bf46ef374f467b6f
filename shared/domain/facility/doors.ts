/** Whether the public can book: the facility has opened its doors, and has not closed them again (decision 46). */
export const areDoorsOpen = (facility: {
  readonly opening_soon?: true | undefined
  readonly closed_reason?: string | undefined
}): boolean => !facility.opening_soon && !facility.closed_reason
