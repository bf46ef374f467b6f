import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { route } from '../route.ts'

/** For so long the link of an invitation works: paper lies about. */
export const PROFILE_INVITATION_DAYS = 30

/** A coach without an account, or a customer whom staff entered without an email. */
export const invitedProfile = z.object({
  kind: z.enum(['coach', 'customer']),
  id: id.meta({ description: 'The coach, or the customer’s profile.' }),
})
export type InvitedProfile = z.infer<typeof invitedProfile>

export const openProfileInvitation = z.object({
  id,
  created_by_name: z.string().nullable(),
  created_at: instant,
  expires_at: instant,
})
export type OpenProfileInvitation = z.infer<typeof openProfileInvitation>

const noProfile = ['coach_not_found', 'user_not_found', 'profile_not_invitable'] as const

export const getProfileInvitation = route({
  operationId: 'get-profile-invitation',
  call: 'GET /api/admin/profile-invitations',
  access: 'desk',
  summary: 'The open invitation to take over a profile, without its link; null where there is none',
  query: invitedProfile,
  answer: openProfileInvitation.nullable(),
  errors: noProfile,
})

export const createProfileInvitation = route({
  operationId: 'create-profile-invitation',
  call: 'POST /api/admin/profile-invitations',
  access: 'desk',
  // The link gives the role coach, so an admin makes it, after a fresh proof.
  grave: ({ body }) => (body as InvitedProfile).kind === 'coach',
  summary: `Makes a link with which someone takes over a profile, once, for ${PROFILE_INVITATION_DAYS} days; an earlier link stops working`,
  body: invitedProfile,
  status: 201,
  answer: openProfileInvitation.extend({
    url: z.string().meta({ description: 'The link with its secret: it is shown only once.' }),
  }),
  errors: [...noProfile, 'forbidden', 'too_many_requests'],
})

export const revokeProfileInvitation = route({
  operationId: 'revoke-profile-invitation',
  call: 'DELETE /api/admin/profile-invitations/:id',
  access: 'desk',
  summary: 'Revokes an invitation that nobody has used: its link stops working',
  params: z.object({ id }),
  status: 204,
  answer: z.null(),
  errors: ['invitation_not_found', 'forbidden'],
})

/** The secret of a link. */
const linkToken = z.object({ token: z.string().min(1).max(200) })

export const verifyProfileInvitation = route({
  operationId: 'verify-profile-invitation',
  call: 'POST /api/profile-invitations/verify',
  access: 'public',
  summary: 'Whose profile the link of an invitation gives; changes nothing',
  body: linkToken,
  answer: z.object({
    kind: invitedProfile.shape.kind,
    name: z.string(),
    first_names: z.array(z.string()).meta({ description: 'Of the people whom the customer looks after.' }),
    expires_at: instant,
  }),
  errors: ['invitation_link_invalid', 'too_many_requests'],
})

export const acceptProfileInvitation = route({
  operationId: 'accept-profile-invitation',
  call: 'POST /api/profile-invitations/accept',
  access: 'signed-in',
  summary:
    'Takes a profile over with the account of the caller: a coach’s with the role, or all that is a customer’s',
  body: linkToken,
  answer: z.object({ kind: invitedProfile.shape.kind, name: z.string() }),
  errors: [
    'invitation_link_invalid',
    'invitation_for_customers',
    'invitation_for_adults',
    'invitation_obstructed',
    'participants_limit',
    'coach_account_is_staff',
    'coach_account_taken',
    'user_not_found',
    'too_many_requests',
  ],
})

export const staffProfileInvitations = [
  getProfileInvitation,
  createProfileInvitation,
  revokeProfileInvitation,
] as const
