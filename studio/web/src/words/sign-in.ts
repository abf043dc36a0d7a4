/** Words of the sign-in page. */
export const signInWords = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
} as const;
