import { Link } from '@tanstack/react-router'
import { useKnownRoute } from '../../ui/useKnownRoute.ts'
import classes from './authForm.module.css'

const name = 'Terms and Conditions'

/** What is agreed to; an account also opts into the newsletter (spec 1 §2.8). */
export function TermsLabel() {
  const linked = useKnownRoute()('/terms')
  return (
    <>
      I agree to the{' '}
      {linked ? (
        <Link to={'/terms' as string} target="_blank" className={classes.inlineLink}>
          {name}
        </Link>
      ) : (
        name
      )}
      , which include receiving our newsletter. You can unsubscribe at any time.
    </>
  )
}
