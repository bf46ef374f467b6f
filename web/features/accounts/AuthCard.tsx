import { Title } from '@mantine/core'
import { IconBolt, IconCalendarCheck, IconCash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './AuthCard.module.css'

const reasons = [
  { icon: IconBolt, text: 'See what is free, live' },
  { icon: IconCalendarCheck, text: 'Book by the half hour, in a minute' },
  { icon: IconCash, text: 'Pay on arrival' },
]

/** The frame of the account forms: a picture beside them where there is room. A new form takes the focus. */
export function AuthCard({
  heading,
  view,
  children,
}: {
  heading: string
  view: string
  children: ReactNode
}) {
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
