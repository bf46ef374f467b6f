import { Title } from '@mantine/core'
import { IconBolt, IconCalendarCheck, IconCash } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './AuthPage.module.css'
import type { AuthSearch } from './authSearch.ts'

const route = getRouteApi('/_site/auth')

const reasons = [
  { icon: IconBolt, text: 'See what is free, live' },
  { icon: IconCalendarCheck, text: 'Book by the half hour, in a minute' },
  { icon: IconCash, text: 'Pay on arrival' },
]

interface AuthCardProps {
  heading: string
  /** Names the form; another form takes the focus. */
  view: string
  children: ReactNode
}

/** The frame of the account forms, with a picture beside them where there is room. */
export function AuthCard({ heading, view, children }: AuthCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current !== view) title.current?.focus()
    shown.current = view
  }, [view])
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <aside className={classes.picture} aria-hidden>
          <img
            src="/pictures/hero-5-800.webp"
            srcSet="/pictures/hero-5-800.webp 800w, /pictures/hero-5.webp 1600w"
            sizes="(min-width: 62em) 62rem, 1px"
            width={1600}
            height={900}
            alt=""
            loading="lazy"
            decoding="async"
          />
          <div className={classes.words}>
            <p className={classes.slogan}>Step up to the plate.</p>
            <ul className={classes.reasons}>
              {reasons.map(({ icon: Icon, text }) => (
                <li key={text}>
                  <Icon size={20} aria-hidden /> {text}
                </li>
              ))}
            </ul>
          </div>
        </aside>
        <section className={classes.panel} aria-labelledby="auth-heading">
          <Title ref={title} id="auth-heading" order={1} tabIndex={-1} className={classes.heading}>
            {heading}
          </Title>
          {children}
        </section>
      </div>
    </div>
  )
}

interface AuthLinkProps {
  mode: NonNullable<AuthSearch['mode']>
  onClick?: () => void
  children: ReactNode
}

/** Leads to another of the account forms and keeps where to go after signing in. */
export function AuthLink({ mode, onClick, children }: AuthLinkProps) {
  const { redirect } = route.useSearch()
  return (
    <Link
      to="/auth"
      search={{ mode, ...(redirect ? { redirect } : {}) }}
      className={classes.link}
      {...(onClick ? { onClick } : {})}
    >
      {children}
    </Link>
  )
}

/** Has the mailed link lead back to the page that asked to sign in, whichever browser opens it. */
export function useReturnTo(): { callbackURL?: string } {
  const { redirect } = route.useSearch()
  return redirect ? { callbackURL: redirect } : {}
}
