/**
 * The titles of the pages, in the browser's tab, in search results and on shared links. Browser and server use the same
 * table, so they cannot differ. Home has none: its title is the facility's name.
 */
export const pageTitles = {
  '/book-cage': 'Book Cage',
  '/coaches': 'Coaches',
  '/book-coach': 'Book a Lesson',
  '/camps': 'Camps',
  '/classes': 'Classes',
  '/membership': 'Membership',
  '/contact': 'Contact',
  '/terms': 'Terms and Conditions',
  '/unsubscribe': 'Unsubscribe',
  '/auth': 'Sign In',
  '/account': 'My Account',
  '/ticket': 'Your Ticket',
  '/change-email': 'Change Email',
  '/second-factor': 'Two-Step Login',
  '/family-invitation': 'Family Invitation',
  '/invitation': 'Invitation',
  '/sign-waiver': 'Sign Waiver',
  '/confirm-email': 'Confirm Email',
} as const

/** The names of /auth by the mode in its address; anything else is the sign-in form. */
export const authTitles = {
  signup: 'Create Account',
  'reset-password': 'Reset Password',
} as const

/** Of an address below a list where there is nothing, by the list's. */
export const missingTitles = {
  '/book-coach': 'Coach not found',
  '/camps': 'Camp not found',
  '/classes': 'Class not found',
} as const

/** The name of a coach's own page. */
export const lessonsWith = (coach: string): string => `Lessons with ${coach}`

/** The document's title: the page's name, then the facility's, as far as it has one. */
export function documentTitle(page: string | undefined, facilityName: string): string {
  return [page, facilityName].filter(Boolean).join(' · ') || 'Opening Soon'
}
