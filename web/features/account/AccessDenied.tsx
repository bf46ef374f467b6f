import { SignInLink } from '../../components/SignInLink.tsx'
import classes from './AccountList.module.css'
import listClasses from './ItemList.module.css'

/** In place of the account once the session has ended (spec 2 §2). */
export function AccessDenied() {
  return (
    <div className={listClasses.page}>
      <section className={classes.empty} role="alert">
        <h2 className={classes.title}>Access Denied</h2>
        <p className={classes.line}>You must be logged in to see your account.</p>
        <SignInLink className={classes.action}>Login</SignInLink>
      </section>
    </div>
  )
}
