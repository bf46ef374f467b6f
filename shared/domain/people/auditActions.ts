/**
 * What an entry of the audit log says was done. READ is a reading by staff that is logged; EVENT has no row, such as a refused
 * sign-in; FORGET says whose personal values were deleted from which entries.
 */
export const auditActions = ['INSERT', 'UPDATE', 'DELETE', 'READ', 'EVENT', 'FORGET'] as const
export type AuditAction = (typeof auditActions)[number]

/** Whether a person acted or the system by itself. */
export const auditSources = ['people', 'system'] as const
export type AuditSource = (typeof auditSources)[number]
