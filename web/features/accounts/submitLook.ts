import classes from './AuthPage.module.css'

/** The large button of the forms of `/auth`, which waits in grey. */
export const submitLook = {
  size: 'lg',
  color: 'stitch.6',
  fullWidth: true,
  className: classes.submit,
} as const
