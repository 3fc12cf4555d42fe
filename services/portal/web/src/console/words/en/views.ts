/** Naming the views of a list. */
export const views = {
  save: {
    title: 'Save this view',
    text: 'We keep its filters and its order in this browser, for you alone.',
    submit: 'Save view',
    done: (name: string) => `${name} is saved.`,
  },
  rename: {
    title: 'Rename this view',
    submit: 'Save',
    done: (name: string) => `The view is called ${name} now.`,
  },
  name: 'Name',
  nameHelp: (longest: number) => `At most ${longest} characters.`,
  problems: {
    empty: 'Enter a name.',
    long: 'This name is too long.',
    taken: 'You already have a view with this name here. Choose another one.',
  },
  notKept: "Your browser didn't keep the view. Its storage may be full.",
};
