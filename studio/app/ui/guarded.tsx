// Catches the error of a view and shows it, so that the rest of the page works.
import { Component, type ComponentChildren } from 'preact';
import { Failed } from './parts.tsx';

interface State {
  readonly error: Error | undefined;
}

export class Guarded extends Component<{ readonly children: ComponentChildren }, State> {
  override state: State = { error: undefined };

  static override getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ComponentChildren {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <Failed
        error={new Error(`This view failed: ${error.message}`)}
        again={() => this.setState({ error: undefined })}
      />
    );
  }
}
