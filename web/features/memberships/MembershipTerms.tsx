import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { AgreementSection } from '../../../shared/contract/memberships.ts'
import classes from './Agreement.module.css'

/** The full agreement, folded away until it is asked for; a link to it unfolds it (spec 2 §2). */
export function Agreement({ sections }: { sections: readonly AgreementSection[] }) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const unfold = () => {
      if (location.hash === '#agreement' && details.current) details.current.open = true
    }
    unfold()
    // A second press on the link changes no hash, so the press itself is listened to.
    const press = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a[href$="#agreement"]') && details.current)
        details.current.open = true
    }
    document.addEventListener('click', press)
    return () => document.removeEventListener('click', press)
  }, [])
  return (
    <details ref={details} id="agreement" className={classes.agreement}>
      <summary className={classes.summary}>
        <h2 className={classes.heading}>Full membership agreement</h2>
        <IconChevronDown className={classes.chevron} aria-hidden />
      </summary>
      <div className={classes.text}>
        {sections.map(({ title, text }) => (
          <section key={title}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.paragraph}>{text}</p>
          </section>
        ))}
      </div>
    </details>
  )
}
