import { IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Profile } from '../../../shared/contract/accounts/accounts.ts'
import { useSession } from '../../api/session.ts'
import { useSignOut } from '../useSignOut.ts'
import { NavLink } from './MainNav.tsx'
import { rolePages } from './navigation.ts'
import classes from './SiteHeader.module.css'

/** Login and Sign Up, or the person's own pages and Logout (spec 1 §2.2). Nothing until it is known which. */
export function AccountNav({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession()
  if (session.status === 'loading') return <div className={classes.account} />
  if (session.status === 'signed-out') return <SignedOutNav onNavigate={onNavigate} />
  return <SignedInNav profile={session.profile} onNavigate={onNavigate} />
}

function SignedOutNav({ onNavigate }: { onNavigate: () => void }) {
  return (
    <ul className={classes.account}>
      <li>
        <Link to="/auth" search={{ mode: 'login' }} className={classes.link} onClick={onNavigate}>
          Login
        </Link>
      </li>
      <li>
        <Link to="/auth" search={{ mode: 'signup' }} className={classes.signUp} onClick={onNavigate}>
          Sign Up
        </Link>
      </li>
    </ul>
  )
}

function SignedInNav({ profile, onNavigate }: { profile: Profile; onNavigate: () => void }) {
  const signOut = useSignOut()
  const own = rolePages[profile.role]
  return (
    <ul className={classes.account}>
      {own && (
        <li>
          <NavLink page={own} onNavigate={onNavigate} />
        </li>
      )}
      <li>
        <Link to="/account" className={classes.link} onClick={onNavigate}>
          <IconUserCircle size={22} aria-hidden />
          <span className={classes.name}>{profile.full_name || profile.email}</span>
        </Link>
      </li>
      <li>
        <button
          type="button"
          className={classes.link}
          onClick={() => {
            onNavigate()
            signOut()
          }}
        >
          Logout
        </button>
      </li>
    </ul>
  )
}
