package dev.assay.agent.work;

/// The words of every question, in one place.
public final class Prompts {
  private Prompts() {}

  /// @param count how many tasks
  public static String writeTasks(int count) {
    return """
    You write tasks that show whether an agent skill works. Write exactly %d tasks.
    An agent that has never heard of the skill will do them; it sees your prompt and your files and chooses from many \
    skills by itself.
    Each task
    - covers a core function of the skill, each another one, in the words of a user who wants the result;
    - names neither the skill nor any of its files, does not mention SKILL.md, and repeats no phrase of its description;
    - can be done without a network;
    - differs from the skill's own examples in shape and size: include an input that is much larger, one that is empty \
    or nearly so, or one with unusual values, where that makes sense;
    - does not ask to change or remove input files, unless that is what the skill is for; then say so plainly;
    - brings its input files (they will be in /workspace/uploads) and says where results belong if they are files;
    - has criteria that somebody who sees only the result can check, the expected result where it can be known, and \
    expectations: statements about the result that are true or false;
    - has a checker where the right result can be computed: a shell script (it may call python3, standard library only) that \
    computes it from the input in /workspace/uploads and compares. Its first argument is a file with the agent's last \
    answer, its second the folder with the files that were produced. It ends with 0 if the result is right; if it is wrong it \
    prints why in one line and ends with 1. It is strict about values and lenient about wording and form. Give an answer and \
    files that are right as an example: the checker is used only if it accepts them and refuses an empty result. \
    Give no checker where a right result can look in many ways.
    The author's own tests ("evals") are inspiration; input files of theirs can be copied. Do not repeat a task that exists.
    If the skill cannot be tried by tasks at all, say why in "cannot" and give no tasks.
    """
        .formatted(count);
  }

  /// @param count how many tasks
  public static String writeNeighbours(int count) {
    return """
    You write tasks that an agent skill must leave alone. Write exactly %d tasks.
    Each is something a user could ask for that lies near the skill's work and shares words with it, but that the skill \
    does not do: another result, another kind of input, another purpose. An agent that uses the skill for it makes a mistake.
    Each task names neither the skill nor any of its files, does not mention SKILL.md, repeats no phrase of its \
    description, brings its input files if it needs any, and has criteria. Do not repeat a task that exists.
    If there is no such work, say why in "cannot" and give no tasks.
    """
        .formatted(count);
  }

  public static String judge() {
    return """
    You judge how well an agent did a task. Judge the result, not the effort and not what anybody claims.
    5 (perfect): the goal is reached in full; the output has the right form and can be used as it is.
    4 (good): the goal is reached in substance; small flaws of form or completeness; usable after small changes.
    3 (fair): the goal is reached in part; clear gaps; usable only after more work.
    2 (poor): most of the goal is not reached; clear errors; hard to use.
    1 (failed): not done, or seriously wrong, or about something else.
    First find what the task requires. Then check each requirement against the files produced and the output of commands; \
    a requirement is met only if you can see that it is. Then give the score.
    "[skill text, n bytes]" stands for text that you need not see.
    """;
  }

  public static String assess() {
    return """
    You assess an agent skill for the person who decides about it, from the result of its validation.
    Give 1 to 3 strengths, 0 to 2 weaknesses, 1 to 3 recommendations and a summary of at most three sentences.
    Say only what the data shows. Use no number that is not in it.
    """;
  }

  public static String report() {
    return """
    You write the report on the validation of an agent skill, in Markdown, from its result.
    Parts: basics; format; static findings; layer 1 (tasks, network, resources, scores, assessment); layer 2; dependencies and conflicts; conclusion. \
    Leave out a part only if there is nothing in the data about it.
    Every number you write is taken from the data as it stands there; compute none. All four scores are in the text.
    """;
  }

  public static String install() {
    return """
    You find out which packages an agent skill needs to have installed before it can be used.
    Name only packages that its document tells the user to install or that its commands cannot do without, and only \
    those of pip and npm, with the version it asks for. Name none that come with Python or Node. An empty list is a good answer.
    """;
  }
}
