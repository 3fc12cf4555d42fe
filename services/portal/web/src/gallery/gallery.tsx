import { Heading } from '../parts/heading.tsx';
import { Page } from '../parts/page.tsx';
import { ButtonSamples } from './button-samples.tsx';
import { ChoiceSample } from './choice-sample.tsx';
import { FieldSamples } from './field-samples.tsx';
import { FormSample } from './form-sample.tsx';
import { TextSamples } from './text-samples.tsx';
import { wholePages } from './whole-pages.tsx';

/** Every part in every state, for whoever builds pages. Its texts are samples: they do not stand with the words of the pages. */
export const Gallery = () => (
  <Page title="Parts" lead="What the pages are made of. The sources are in src/parts.">
    <Heading>Whole pages</Heading>
    <ul>
      {wholePages.map(({ name }) => (
        <li key={name}>
          <a href={`?page=${name}`}>{name}</a>
        </li>
      ))}
    </ul>
    <TextSamples />
    <ButtonSamples />
    <FieldSamples />
    <ChoiceSample />
    <FormSample />
  </Page>
);
